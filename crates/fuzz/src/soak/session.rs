// SPDX-License-Identifier: MIT OR Apache-2.0

//! One GTP session with many commands.

use std::io;

use katachi_engine::Engine;
use katachi_gtp::{Files, Request, Session};
use katachi_rules::{BoardSize, Game, Rules};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::SoakReport;
use crate::laws::settings;
use crate::twins::agree::{counts_agree, strings_agree};

/// Commands from one comparison of the board to the next.
const RARELY: u32 = 50;

/// Quick commands, with commas between; `C` is a colour, `V` a vertex, `N` a number.
const QUICK: &str = "play C V,play C V,play C V,play C V,play C V,play C pass,undo,gg-undo N,is_legal C V,all_legal C,\
    captures C,color V,list_stones C,countlib V,findlib V,accuratelib C V,showboard,komi N,get_komi,known_command V,\
    printsgf,trymove C V,popgo,unconditional_status V,kata-get-rules,worm_stones V,time_left C N 1,nonsense V,\
    play C Z99,kata-get-params";
const CHANGES: &str = "clear_board,boardsize N,boardsize 9,loadsgf a,loadsgf b,kata-set-rules japanese,\
    kata-set-rules tromp-taylor,fixed_handicap N,set_free_handicap V V V,gogui-setup b V w V";
const SLOW: &str = "genmove C,genmove C,genmove C,reg_genmove C,attack V,defend V,owl_attack V,dragon_status V,\
    final_score,estimate_score,worm_data V,kata-analyze C 1,connect V V,eval_eye V,clear_cache,kata-search_analyze C,\
    explain_move V,top_moves C";

/// Two records and no others; nothing can be written.
struct FixedFiles;

impl Files for FixedFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match path {
            "a" => Ok(b"(;SZ[5]KM[2.5]RU[AGA];B[cc];W[dd];B[])".to_vec()),
            "b" => Ok(b"(;SZ[7:6]HA[2]AB[bb][ff]PL[W];W[cc];B[dd](;W[ee])(;W[aa]))".to_vec()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn write(&self, _: &str, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::StorageFull.into())
    }
}

/// Sends random commands to one session. Every command has one well-formed reply.
pub fn commands(count: u32, seed: u64) -> SoakReport {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
    let mut session = Session::with_files(Engine::new(settings(2)), game, FixedFiles);
    SoakReport::of_run("commands", count, |number| {
        let before = session.game().move_count();
        answer(&mut session, &line(&mut random));
        if number % RARELY == 0 {
            counts_agree(session.game().board());
            strings_agree(session.game().board());
        }
        u64::from(session.game().move_count() > before)
    })
}

/// Sends a line and checks the form of the reply.
fn answer(session: &mut Session, line: &str) {
    let (request, reply) = (Request::parse(line), session.answer(line));
    assert_eq!(
        request.is_some(),
        reply.is_some(),
        "a command has one reply: {line:?}"
    );
    let (Some(request), Some(reply)) = (request, reply) else {
        return;
    };
    let text = reply.to_string();
    let number = request.id.map_or(String::new(), |id| id.to_string());
    let begins = ['=', '?'].map(|sign| format!("{sign}{number}"));
    let is_well_formed = begins.iter().any(|head| text.starts_with(head))
        && text.ends_with("\n\n")
        && text.matches("\n\n").count() == 1;
    assert!(is_well_formed, "{line:?}: {text:?}");
}

fn line(random: &mut ChaCha8Rng) -> String {
    let mut below = |n: usize| (random.next_u32() as usize) % n;
    let forms = match below(200) {
        0..2 => SLOW,
        2..5 => CHANGES,
        _ => QUICK,
    };
    let forms: Vec<&str> = forms.split(',').collect();
    let words = forms[below(forms.len())].split(' ').map(|word| match word {
        "C" => ["b", "w"][below(2)].to_owned(),
        "V" => format!("{}{}", char::from(b"ABCDEFGHJ"[below(9)]), 1 + below(9)),
        "N" => below(10).to_string(),
        word => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}
