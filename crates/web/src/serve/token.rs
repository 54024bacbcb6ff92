// SPDX-License-Identifier: MIT OR Apache-2.0

//! The token: a part of the URL without which nothing is answered. Other users of the machine, and other
//! machines, do not know it.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Characters of a token: sixteen bytes in hexadecimal.
const LENGTH: usize = 32;

/// A token.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Makes a random token.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; LENGTH / 2];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(bytes.map(|byte| format!("{byte:02x}")).concat()))
    }

    /// Returns the token in a file, which is made with a random one if it is absent, so that a URL stays the
    /// same from one start to the next. Only its user can read a new file.
    ///
    /// # Errors
    /// The file, or its folder, cannot be read or made, or has something else in it.
    pub fn kept_in(file: &Path) -> io::Result<Self> {
        if !file.exists() {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            let token = Self::random()?;
            match private(file).and_then(|mut made| writeln!(made, "{}", token.0)) {
                Ok(()) => return Ok(token),
                // Another server has made it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        let text = fs::read_to_string(file)?;
        let text = text.trim();
        match text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            true => Ok(Self(text.to_owned())),
            false => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it has no token; move it away, and a new one is made",
            )),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    /// Logs must not have it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// Makes a file that only its user can read.
fn private(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_token_is_the_same_at_the_next_start_and_private() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("state/token");
        let token = Token::kept_in(&file).expect("it is made");
        assert_eq!(token.as_str().len(), LENGTH);
        assert_eq!(
            Token::kept_in(&file).expect("it is read").as_str(),
            token.as_str()
        );
        assert_ne!(Token::random().expect("random numbers").as_str(), token.as_str());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&file).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_file_with_something_else_is_refused_and_stays() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("token");
        for text in ["", "../..", "0123"] {
            fs::write(&file, text).expect("it can be written");
            assert!(Token::kept_in(&file).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
        }
    }
}
