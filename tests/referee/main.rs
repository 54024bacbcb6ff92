// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games under the referee: programs that play, and programs that break each rule in turn. Clocks are
//! shortened.
//!
//! The programs are this test program itself, started with `--as NAME`; so it has its own `main`.

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(target_os = "linux")]
mod games;
#[cfg(target_os = "linux")]
mod gtp;
#[cfg(target_os = "linux")]
mod misfits;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod test_folder;
#[cfg(target_os = "linux")]
mod tournament;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, name, more @ ..] = &words[..]
        && first == "--as"
    {
        programs::play(name, more);
        return std::process::ExitCode::SUCCESS;
    }
    let tests = [
        attacks::tests(),
        misfits::tests(),
        games::tests(),
        gtp::tests(),
        tournament::tests(),
    ]
    .into_iter()
    .flatten()
    .collect();
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), tests).exit_code()
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("skipped: the referee runs on Linux alone");
}
