//! Databases in, tables out.
#![cfg(feature = "compile")]

use mkpat::{
    Assistance, Cell, Classes, Compiled, Database, Edges, Offset, Options, Severity, Source, Transformation,
    compile,
};

fn compiled(text: &str) -> Compiled {
    compile(&[Source::new("test.db", text)], &Options::default())
}

/// Compiles text that has no errors.
#[track_caller]
fn sound(text: &str) -> Database {
    let compiled = compiled(text);
    let lines: Vec<_> = compiled
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.one_line(&[Source::new("test.db", text)]))
        .collect();
    assert!(lines.is_empty(), "{lines:#?}");
    let bytes = compiled.database.encode();
    assert_eq!(
        Database::decode(&bytes),
        Ok(compiled.database.clone()),
        "reading a table gives what was written"
    );
    compiled.database
}

const CORNER: &str = "\
# A comment.
Pattern Corner1   with words behind the name

|.OX?   a comment
|.*OX
|..??
+----

:8,60,wind(20,1,10,2),sOX,10,5,-3,0,4,NULL

|.aX?
|.*OB
|..??
+----

;lib(a)<=4 && (lib(B)>1
;||alive(B))
;!dead(a)
";

#[test]
fn a_whole_entry_is_read() {
    let database = sound(CORNER);
    let [pattern] = database.patterns.as_slice() else {
        panic!("one pattern")
    };
    assert_eq!(pattern.name, "Corner1");
    assert_eq!((pattern.file, pattern.line), (0, 2));
    assert_eq!((pattern.size, pattern.move_at), ((4, 3), (1, 1)));
    assert_eq!(pattern.edges, Edges::LEFT | Edges::BOTTOM);
    assert_eq!(pattern.symmetry, '8');
    assert_eq!(pattern.weight, 60);
    assert_eq!(
        pattern.assistance,
        Assistance::Wind {
            ucutoff: 20,
            uvalue: 1,
            mycutoff: 10,
            myvalue: 2
        }
    );
    assert_eq!(
        pattern.classes,
        Classes::SACRIFICE | Classes::FRIEND_LIVES | Classes::ENEMY_LIVES
    );
    assert_eq!((pattern.obonus, pattern.xbonus, pattern.splitbonus), (10, 5, -3));
    assert_eq!((pattern.minrand, pattern.maxrand), (0, 4));
    assert_eq!(pattern.helper, None);
    assert_eq!(pattern.highest_value(), 60 + 40 + 10 + 5 + 4);
    assert_eq!(pattern.elements.len(), 9);
    assert_eq!(pattern.elements[0].cell, Cell::Friend);
    assert!(pattern.elements.is_sorted_by_key(|e| e.cell));
    assert!(pattern.constraint.is_some());
    assert_eq!(database.variants.len(), 8);
    let first = &database.variants[0];
    assert_eq!(first.transformation, Transformation::A);
    assert_eq!(first.bottom_right - first.top_left, Offset::new(3, 2));
}
