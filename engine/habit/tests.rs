use super::*;

#[test]
fn the_built_in_habits_can_be_read() {
    assert!(Habits::parse(include_str!("../../patterns/habits.txt")).is_ok());
}
