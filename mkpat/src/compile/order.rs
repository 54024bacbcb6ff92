// SPDX-License-Identifier: MIT OR Apache-2.0

//! The order of evaluation of a constraint: cheap conditions first.
//!
//! In a chain of `&&` or of `||` any operand may decide, and the value is 0 or 1 in any order. So operands
//! are reordered, unless one can divide by zero, which must happen where the author wrote it.

use crate::expr::{Binary, Expr, Function};

/// Sorts the operands of every chain of `&&` and `||` by ascending cost, ties as written. A tree that would
/// become too deep is unchanged.
pub(super) fn cheap_first(expr: Expr) -> Expr {
    // A wide tree would become too deep for recursion.
    if leaves(&expr) > Expr::MAX_DEPTH {
        return expr;
    }
    let ordered = ordered(&expr);
    if depth(&ordered) <= Expr::MAX_DEPTH {
        ordered
    } else {
        expr
    }
}

fn leaves(expr: &Expr) -> usize {
    expr.operands().map(leaves).sum::<usize>().max(1)
}

fn depth(expr: &Expr) -> usize {
    1 + expr.operands().map(depth).max().unwrap_or(0)
}

fn ordered(expr: &Expr) -> Expr {
    match expr {
        Expr::Binary(operator @ (Binary::And | Binary::Or), ..) => {
            let mut row: Vec<Expr> = expr.chain(*operator).into_iter().map(ordered).collect();
            if !row.iter().any(can_fail) {
                row.sort_by_key(cost);
            }
            row.into_iter()
                .reduce(|all, next| Expr::Binary(*operator, Box::new(all), Box::new(next)))
                .expect("a row has two operands or more")
        }
        Expr::Binary(operator, left, right) => {
            Expr::Binary(*operator, Box::new(ordered(left)), Box::new(ordered(right)))
        }
        Expr::Unary(operator, operand) => Expr::Unary(*operator, Box::new(ordered(operand))),
        Expr::Number(_) | Expr::Call(..) => expr.clone(),
    }
}

/// Whether it could divide by zero.
fn can_fail(expr: &Expr) -> bool {
    let divides = match expr {
        Expr::Binary(Binary::Divide | Binary::Remainder, _, by) => !matches!(**by, Expr::Number(n) if n != 0),
        _ => false,
    };
    divides || expr.operands().any(can_fail)
}

/// Approximate cost of a full evaluation, in lookups.
fn cost(expr: &Expr) -> u32 {
    match expr {
        Expr::Call(function, _) => cost_of(*function),
        _ => expr.operands().map(cost).sum(),
    }
}

/// Lookups are cheap, moves and walks over regions cost more, readings most.
fn cost_of(function: Function) -> u32 {
    use Function as F;
    match function {
        F::XLib | F::OLib | F::Ko | F::Genus | F::Weak | F::AreaStone | F::AreaSpace => 10,
        F::DiffMoyo => 100,
        F::SafeXMove | F::SafeOMove => 100,
        F::XDefendAgainst | F::ODefendAgainst | F::DoesDefend | F::DoesAttack | F::SekiHelper => 200,
        F::XPlayDefend | F::OPlayDefend | F::XPlayAttack | F::OPlayAttack => 300,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Binary, Expr, Function, Options, Source, compile};

    /// The functions and numbers of a constraint in the order of evaluation.
    fn order(expression: &str) -> String {
        let text = format!("Pattern P\nOX*\n:8,10\nabt\n;{expression}\n");
        let compiled = compile(&[Source::new("test", text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        let mut names = Vec::new();
        walk(
            compiled.database.patterns[0].constraint.as_ref().unwrap(),
            &mut names,
        );
        names.join(" ")
    }

    fn walk(expr: &Expr, names: &mut Vec<String>) {
        match expr {
            Expr::Number(n) => names.push(n.to_string()),
            Expr::Unary(_, operand) => walk(operand, names),
            Expr::Binary(operator, left, right) => {
                walk(left, names);
                walk(right, names);
                if *operator == Binary::Or {
                    names.push("or".to_owned());
                }
            }
            Expr::Call(function, _) => names.push(Function::name(*function).to_owned()),
        }
    }

    #[test]
    fn cheap_operands_come_first_and_equal_ones_as_written() {
        let now = order("oplay_attack(*,b) && attack(b) && lib(a) > 1");
        assert_eq!(now, "attack lib 1 oplay_attack");
        let now = order("does_attack(*,b) || (safe_xmove(*) && lib(a))");
        assert_eq!(now, "lib safe_xmove does_attack or");
        assert_eq!(order("!(does_attack(*,b) && dead(b))"), "dead does_attack");
    }

    #[test]
    fn rows_that_may_divide_by_zero_stay_as_written() {
        assert_eq!(order("does_attack(*,b) && 6 / lib(a) > 1"), "does_attack 6 lib 1");
        assert_eq!(order("does_attack(*,b) && lib(a) / 2 > 1"), "lib 2 1 does_attack");
    }

    #[test]
    fn a_wide_constraint_stays_as_written() {
        let pair = |e: String| format!("({e}) && ({e})");
        let wide = (0..12).fold("does_attack(*,b) && lib(a)".to_owned(), |e, _| pair(e));
        assert!(order(&wide).starts_with("does_attack lib does_attack"));
    }

    #[test]
    fn a_chain_of_the_largest_depth_is_still_sorted() {
        let chain = format!("does_attack(*,b){}", " && lib(a)".repeat(Expr::MAX_DEPTH - 1));
        assert!(order(&chain).ends_with("lib does_attack"));
    }

    #[test]
    fn a_constraint_that_ordering_would_make_too_deep_stays_as_written() {
        // A deep operand that is also the cheapest would go to the bottom of the chain.
        let row = |n: usize| {
            let calls = vec!["lib(b)"; n].join("&&");
            order(&format!("{calls} && {}1", "!".repeat(200)))
        };
        assert!(row(20).starts_with("1 lib"));
        assert!(row(80).ends_with("lib 1"));
    }

    #[test]
    fn numbers_are_not_moved() {
        assert_eq!(order("diff_moyo(*) - lib(a) > 3"), "diff_moyo lib 3");
    }
}
