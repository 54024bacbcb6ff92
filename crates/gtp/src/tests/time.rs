// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves on a clock that advances by a millisecond with each query, and pondering.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use katachi_engine::search::Clock;
use katachi_rules::Color;

use super::*;

fn ticking() -> Clock {
    let calls = AtomicU64::new(0);
    Clock::new(move || Duration::from_millis(calls.fetch_add(1, Relaxed)))
}

/// A session on 7x7 with that clock.
fn session(ponder: bool, now: &Clock) -> Session {
    let mut settings = searching(None);
    settings.time.ponder = ponder;
    let mut session = session_with(settings, 7);
    session.player.now = now.clone();
    session
}

/// The time that a successful command takes, without the millisecond of asking for it.
#[track_caller]
fn time_of(session: &mut Session, now: &Clock, line: &str) -> Duration {
    let before = now.get();
    let reply = session.answer(line).expect("a command is answered");
    assert!(reply.outcome.is_ok(), "{line}");
    now.get() - before - Duration::from_millis(1)
}

#[test]
fn a_game_ends_within_its_time_though_the_client_never_says_what_is_left() {
    let now = ticking();
    let mut session = session(false, &now);
    time_of(&mut session, &now, "time_settings 2 0 0");
    let (mut black, mut first) = (Duration::ZERO, Duration::ZERO);
    for number in 0..40 {
        let used = time_of(&mut session, &now, "genmove b");
        time_of(&mut session, &now, "genmove w");
        black += used;
        if number == 0 {
            first = used;
        }
    }
    assert!(black <= Duration::from_secs(2), "{black:?}");
    assert!(first > Duration::from_millis(20), "it thinks: {first:?}");
    let left = session.player.clock.left(Color::Black).unwrap().time;
    assert!(left < Duration::from_millis(1500), "its own account: {left:?}");
    time_of(&mut session, &now, "clear_board");
    let left = session.player.clock.left(Color::Black).unwrap().time;
    assert_eq!(left, Duration::from_secs(2), "a new game");
}

#[test]
fn the_last_period_is_never_overrun() {
    let now = ticking();
    let mut session = session(false, &now);
    time_of(&mut session, &now, "kgs-time_settings byoyomi 0 0.2 1");
    for _ in 0..20 {
        let used = time_of(&mut session, &now, "genmove b");
        assert!(used < Duration::from_millis(200), "{used:?}");
        time_of(&mut session, &now, "genmove w");
    }
}

#[test]
fn what_the_client_says_is_left_counts() {
    let now = ticking();
    let mut session = session(false, &now);
    time_of(&mut session, &now, "time_settings 100 0 0");
    time_of(&mut session, &now, "time_left b 0 0");
    let used = time_of(&mut session, &now, "genmove b");
    assert!(used < Duration::from_millis(10), "{used:?}");
    let used = time_of(&mut session, &now, "genmove w");
    assert!(used > Duration::from_millis(20), "the other clock: {used:?}");
}

#[test]
fn times_that_no_clock_can_have_are_no_reason_to_think_long_or_to_fail() {
    let now = ticking();
    for (settings, left) in [
        ("kgs-time_settings canadian 1780 0.2 1", "time_left b 1917 1"),
        ("kgs-time_settings byoyomi 1780 0.2 3", "time_left b 1917 1"),
        ("kgs-time_settings canadian 1 0 5", "time_left b -3 1"),
        ("kgs-time_settings absolute 1", "time_left b -0.5 0"),
        (
            "kata-time_settings fischer-capped 0.2 0.1 0.2 -1",
            "time_left b 1917 0",
        ),
        (
            "kata-time_settings fischer-capped 1e19 1e19 1e19 0.2",
            "time_left b 1e19 0",
        ),
    ] {
        let mut session = session(false, &now);
        time_of(&mut session, &now, settings);
        time_of(&mut session, &now, left);
        let used = time_of(&mut session, &now, "genmove b");
        assert!(used <= Duration::from_millis(200), "{settings}, {left}: {used:?}");
    }
    for bad in ["-some", "-", "nan", "inf", "-nan", "1e30"] {
        let reply = session(false, &now).answer(&format!("time_left b {bad} 1"));
        assert!(reply.unwrap().outcome.is_err(), "{bad}");
    }
}

#[test]
fn it_thinks_on_until_the_opponent_has_moved_and_stops_for_every_command() {
    let mut unasked = session(false, &Clock::default());
    unasked.answer("genmove b");
    unasked.idle();
    assert!(!unasked.player.is_pondering());
    let mut session = session(true, &Clock::default());
    session.answer("time_settings 1 0 0");
    session.idle();
    assert!(!session.player.is_pondering(), "nobody is waited for");
    session.answer("genmove b");
    session.idle();
    assert!(session.player.is_pondering());
    session.answer("name");
    assert!(!session.player.is_pondering());
    session.idle();
    assert!(session.player.is_pondering(), "the opponent has not moved yet");
    session.answer("play w A1");
    session.idle();
    assert!(!session.player.is_pondering());
    session.answer("genmove b");
    session.answer("undo");
    session.idle();
    assert!(!session.player.is_pondering());
    for ends_the_game in ["kgs-game_over", "play w resign", "play b resign"] {
        session.answer("genmove b");
        session.idle();
        assert!(session.player.is_pondering());
        session.answer(ends_the_game);
        session.idle();
        assert!(!session.player.is_pondering(), "{ends_the_game}");
    }
    session.answer("genmove b");
    session.idle();
    session.answer("quit");
    session.idle();
    assert!(!session.player.is_pondering());
}
