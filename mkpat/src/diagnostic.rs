// SPDX-License-Identifier: MIT OR Apache-2.0

//! Diagnostics of the compiler: codes, places, and drawing.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use katachi_rules::printable_line;

use crate::source::Source;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Unusual but often intended.
    Note,
    /// Suspicious; the pattern is compiled.
    Warning,
    /// The pattern is left out.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

macro_rules! codes {
    ($($code:ident $variant:ident $severity:ident $doc:literal;)*) => {
        /// The stable codes of the diagnostics.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $doc] $variant,)*
        }

        impl Code {
            /// Every code, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The printed code, such as `P012`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($code),)* }
            }

            /// The severity.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// The meaning in one sentence.
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$variant => $doc,)* }
            }
        }
    };
}

codes! {
    E001 EyeCount Error "The numbers of eyes are not `max,min` of 0 to 2.";
    E002 EyeTooLarge Error "An eye shape has more points than a form can have.";
    E003 EyeApart Error "The points of an eye shape are not connected.";
    E004 EyeTooOpen Error "An eye shape has too many cells `x`.";
    E005 DuplicateEye Warning "Two eye shapes are the same up to isomorphism.";
    E006 EyeWithoutKey Warning "It matters who plays first, but no point is marked as the key.";
    E007 EyeIdleKey Warning "A point is marked as the key, but it does not matter who plays first.";
    J001 SgfSyntax Error "A joseki file is no SGF.";
    J002 NoValue Warning "A node with a boundary has no value, so it contributes nothing.";
    J003 BadBoundary Error "The boundary `A` is off the board, or there is more than one.";
    J004 MoveOutside Error "The move of a node is not in the rectangle from the corner to the boundary.";
    J005 OtherCorner Error "A node is about another corner than the upper right one, and not about the upper side.";
    J006 MarkOutside Error "A mark for a constraint is not in the rectangle.";
    J007 IllegalMove Error "A move of a tree stands on a stone or off the board.";
    J008 TooManyMarks Error "A node has more marks than there are labels.";
    J009 JosekiConflict Warning "Two paths lead to the same move in the same position, with different values.";
    P001 Stray Error "A line belongs to no entry, or to none of the parts of one.";
    P002 NoName Error "An entry has no name.";
    P003 DuplicateName Error "Two entries of one kind have the same name, in one file or in two.";
    P004 NoDiagram Error "An entry has no diagram.";
    P005 NoColonLine Error "An entry has no colon line.";
    P006 SecondColonLine Warning "An entry has two colon lines, of which the first counts.";
    P007 TooManySources Error "More files are compiled at once than a table can number.";
    P008 PassedOver Warning "A line is no part of an entry and is ignored.";
    P009 EmptyFile Warning "A file has no entries.";
    P010 BadCell Error "A row of a diagram has a character that is no cell.";
    P011 UnevenRows Error "The rows of a diagram differ in width.";
    P012 EdgeMismatch Error "The edge marks of a diagram contradict each other.";
    P013 NoMove Error "A diagram has no `*`.";
    P014 TwoMoves Error "A diagram has more than one `*`.";
    P015 TooLarge Error "A diagram is larger than the largest board.";
    P016 CornerMark Warning "A row of edge marks does not say where the corner is.";
    P017 NoStone Error "A connection diagram has no stone.";
    P018 EdgeLength Warning "A row of edge marks is longer or shorter than the rows of cells.";
    P019 RowLeftOut Warning "A row of `?` that is not as wide as the others is left out.";
    P020 ColonSyntax Error "A colon line cannot be read.";
    P021 BadSymmetry Error "The symmetry of an entry is none of `8 | \\ / - + X`.";
    P022 NotANumber Error "A field that has to be an integer is none.";
    P023 NumberRange Error "A number is too large.";
    P024 BadAssistance Error "The assistance is none of `0`, `wind(..)` and `moyo(..)`.";
    P025 UnknownClass Warning "A class letter has no meaning and is ignored.";
    P026 TooManyFields Error "A colon line has more than ten fields.";
    P027 RandomRange Error "The lower end of the random variation is above its upper end.";
    P028 UnknownHelper Error "No helper has this name.";
    P029 HelperNotChecked Warning "No helper has this name, so the pattern never holds.";
    P030 SpaceAfterMark Warning "A space follows the `:` or `;` of a line.";
    P031 UnknownSymmetry Warning "A symmetry has no meaning and is taken for `8`.";
    P032 CommentNotSetOff Warning "Text follows a row without a blank between; it is taken for a comment.";
    P033 UnlikelyValue Warning "A value is negative, or far above those of other moves.";
    P034 OpenName Warning "A name in quotes has none at its end.";
    P035 SpacedCells Error "Blanks stand between the cells of a diagram.";
    P036 BadFit Error "A fitted weight cannot be read, or stands in another place than below a colon line.";
    P040 NoConstraintDiagram Error "An expression has no constraint diagram.";
    P041 ConstraintTooLarge Warning "A constraint diagram is larger than the diagram.";
    P042 ConstraintSmaller Warning "A constraint diagram is smaller than the diagram.";
    P043 ConstraintDiffers Warning "A cell of a constraint diagram differs from the diagram.";
    P044 MixedLabel Warning "A label stands on cells of different kinds.";
    P045 UnusedLabel Warning "No expression uses a label.";
    P046 LabelOnAnything Note "A function of stones, or of empty points, is asked about a label on `?`.";
    P047 NoLabelNamed Warning "A constraint names no cell, so it is the same everywhere.";
    P048 ConstraintEdges Warning "The edges of a constraint diagram contradict each other or the diagram.";
    P049 NoExpression Warning "A constraint diagram has no expression.";
    P050 ExpressionSyntax Error "An expression cannot be read.";
    P051 UnknownFunction Error "No function has this name.";
    P052 ArgumentCount Error "A function is given too many or too few arguments.";
    P053 UnknownLabel Error "No cell of the constraint diagram has this label.";
    P054 LabelAsNumber Error "A label stands where a number is needed.";
    P055 NumberAsLabel Error "A number stands where a label is needed.";
    P056 NeedsStone Warning "A function of stones is asked about an empty cell.";
    P057 NeedsEmpty Warning "A function of empty points is asked about a stone.";
    P058 TooDeep Error "An expression is nested too deeply.";
    P059 UnknownConstant Error "No constant has this name.";
    P060 NotSymmetric Warning "The diagram does not have the declared symmetry.";
    P061 MoreSymmetric Warning "The diagram has more symmetry than declared.";
    P062 ConstraintNotSymmetric Warning "The constraint does not have the declared symmetry.";
    P063 LabelOutside Warning "A label stands outside the diagram.";
    P064 EmptyStatement Warning "A `;` ends an expression, which ends with its line.";
    P065 NoMark Error "A line of an expression has no `;`.";
    P066 Contradiction Warning "Two conditions of a constraint contradict each other.";
    P067 NeverTrue Warning "A comparison can never be true.";
    P068 AlwaysTrue Warning "A comparison is always true.";
    P070 DuplicateDiagram Warning "Two patterns have the same diagram, class and constraint.";
    P071 Subsumed Warning "Another pattern matches wherever this one does, with at least its value.";
    P072 Impossible Warning "A string of the diagram has no liberty, so the diagram never arises.";
    P073 Worthless Warning "A pattern has no value, no helper and no other effect.";
    P074 ClassConflict Warning "Class letters contradict each other.";
    P075 ClassWithoutStones Warning "A class letter asks for stones that the diagram has not.";
    P076 RepeatedClass Warning "A class letter is repeated.";
    P077 AboveHelper Warning "The value of a pattern is above what its helper returns at most.";
    P078 NoConnectionClass Warning "A connection pattern has neither class `B` nor `C`, so it does nothing.";
    P079 IdleInhibition Warning "`!` inhibits connection in patterns of class `B` only.";
    P080 Suicide Warning "The move of a pattern has no liberty.";
    P081 NotAsked Error "A reading pattern does not say which stones it is about.";
    P082 NotInReading Error "A reading pattern asks what is not known while moves are read.";
    P083 NotInPlayouts Error "A pattern of class `P` is not a small answer to the last move.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A marked place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Index of the source.
    pub source: usize,
    /// Byte range in the text of the source.
    pub span: Range<usize>,
    /// Text beside the mark; may be empty.
    pub text: String,
}

/// One finding of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// Index of the source.
    pub source: usize,
    /// Byte range in the text of the source.
    pub span: Range<usize>,
    /// The finding.
    pub message: String,
    /// Text beside the mark; may be empty.
    pub label: String,
    /// Other relevant places.
    pub related: Vec<Label>,
    /// How to correct it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Adds a place in the same source.
    pub(crate) fn related(&mut self, span: Range<usize>, text: impl Into<String>) {
        self.related_in(self.source, span, text);
    }

    pub(crate) fn related_in(&mut self, source: usize, span: Range<usize>, text: impl Into<String>) {
        let text = text.into();
        self.related.push(Label { source, span, text });
    }

    /// Line and column of the finding, counted from 1; columns are characters. O(text).
    pub fn line_column(&self, sources: &[Source]) -> (usize, usize) {
        let source = sources.get(self.source);
        source.map_or((1, 1), |source| source.line_column(self.span.start))
    }
}

/// A mark in a picture: kind, place and text.
type Mark<'a> = (AnnotationKind, &'a Range<usize>, &'a str);

/// A source with the beginnings of its lines, computed once for all diagnostics.
struct File<'a> {
    source: &'a Source,
    /// Its name, which may be any.
    name: String,
    lines: Vec<usize>,
}

impl<'a> File<'a> {
    fn new(source: &'a Source) -> Self {
        let ends = source.text.bytes().enumerate().filter(|b| b.1 == b'\n');
        Self {
            source,
            name: printable_line(&source.name),
            lines: std::iter::once(0).chain(ends.map(|b| b.0 + 1)).collect(),
        }
    }

    /// The number of the line with that byte, from 1.
    fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|&start| start <= byte)
    }

    /// The lines of a span, so that the renderer does not search a large file.
    fn around(&self, span: &Range<usize>) -> Range<usize> {
        let text = &self.source.text;
        let start = text.floor_char_boundary(span.start);
        let end = text.floor_char_boundary(span.end.max(start));
        let from = text[..start].rfind('\n').map_or(0, |i| i + 1);
        from..text[end..].find('\n').map_or(text.len(), |i| end + i)
    }

    fn snippet(&'a self, lines: Range<usize>, marks: &[Mark<'a>]) -> Snippet<'a, Annotation<'a>> {
        let text = &self.source.text;
        let first_line = self.line(lines.start);
        let annotations = marks.iter().map(|(kind, span, label)| {
            let start = text.floor_char_boundary(span.start).max(lines.start);
            let end = text.floor_char_boundary(span.end).clamp(start, lines.end);
            let label = Some(*label).filter(|label| !label.is_empty());
            kind.span(start - lines.start..end - lines.start).label(label)
        });
        let annotations: Vec<_> = annotations.collect();
        // A carriage return would shift the picture; a space has the same length.
        Snippet::source(text[lines].replace('\r', " "))
            .path(self.name.as_str())
            .line_start(first_line)
            .annotations(annotations)
    }
}

/// Maximum length of the lines that one picture shows for several marks.
const NEAR: usize = 4000;

/// Maximum number of pictures of one line: a long line with thousands of mistakes would take minutes.
const PICTURES: usize = 50;

/// Draws diagnostics: file, line, column, the lines with marks, and how to correct them. If there are more
/// than 50 in one line, the first 50 are drawn, and the others counted. With `colour` the text has ANSI
/// escapes. O(sources + diagnostics).
pub fn render(diagnostics: &[Diagnostic], sources: &[Source], colour: bool) -> String {
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let files: Vec<_> = sources.iter().map(File::new).collect();
    let mut out = String::new();
    let mut in_line: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        if let Some(file) = files.get(diagnostic.source) {
            let line = file.line(diagnostic.span.start);
            let found = in_line.entry((diagnostic.source, line)).or_default();
            *found += 1;
            if *found > PICTURES {
                continue;
            }
        }
        let group = draw(diagnostic, &files);
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    for ((source, line), found) in in_line.into_iter().filter(|&(_, found)| found > PICTURES) {
        let name = &files[source].name;
        out.push_str(&format!("{name}:{line}: {} more\n\n", found - PICTURES));
    }
    out
}

fn draw<'a>(diagnostic: &'a Diagnostic, files: &'a [File<'a>]) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    };
    let title = level.primary_title(diagnostic.message.as_str());
    let mut group = Group::with_title(title.id(diagnostic.code.name()));
    if let Some(file) = files.get(diagnostic.source) {
        let mut lines = file.around(&diagnostic.span);
        let label = diagnostic.label.as_str();
        let mut marks = vec![(AnnotationKind::Primary, &diagnostic.span, label)];
        let mut far = Vec::new();
        for label in &diagnostic.related {
            let other = file.around(&label.span);
            let both = lines.start.min(other.start)..lines.end.max(other.end);
            if label.source == diagnostic.source && both.len() <= NEAR {
                lines = both;
                marks.push((AnnotationKind::Context, &label.span, label.text.as_str()));
            } else {
                far.push(label);
            }
        }
        group = group.element(file.snippet(lines, &marks));
        for label in far {
            if let Some(file) = files.get(label.source) {
                let mark = (AnnotationKind::Context, &label.span, label.text.as_str());
                group = group.element(file.snippet(file.around(&label.span), &[mark]));
            }
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    group
}
