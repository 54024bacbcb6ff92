// SPDX-License-Identifier: MIT OR Apache-2.0

//! A browser without a window, for the tests of all that has pages: by as much of WebDriver as the tests
//! need. Source: W3C, WebDriver (2018), <https://www.w3.org/TR/webdriver1/>.

pub(crate) mod http;

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use self::http::request;

/// Longer than anything that is awaited takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The key by which elements are named.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser that is driven, and ends with this value.
pub(crate) struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
    profile: PathBuf,
}

impl Browser {
    /// A browser of that name for its folder; none, with a line that says so, where Chromium or its driver is
    /// absent.
    pub(crate) fn start(name: &str) -> Option<Self> {
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = driver else {
            println!("skipped: chromedriver is not installed");
            return None;
        };
        let port = port_of(&mut driver).expect("the driver names its port");
        let profile = std::env::temp_dir().join(format!("katachi-browser-{}-{name}", std::process::id()));
        let mut this = Self {
            driver,
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            session: String::new(),
            profile,
        };
        let profile = format!("--user-data-dir={}", this.profile.display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--window-size=1200,900",
            &profile,
        ];
        let options =
            json!({ "goog:chromeOptions": { "args": arguments }, "goog:loggingPrefs": { "browser": "ALL" } });
        let wanted = json!({ "capabilities": { "alwaysMatch": options } });
        let answer = this.send("POST", "/session", &wanted);
        let Some(session) = answer["sessionId"].as_str() else {
            println!("skipped: no browser can be started: {}", answer["message"]);
            return None;
        };
        this.session = format!("/session/{session}");
        Some(this)
    }

    fn send(&self, method: &str, path: &str, body: &Json) -> Json {
        let body = match method {
            "POST" => body.to_string(),
            _ => String::new(),
        };
        let headers = [("Content-Type", "application/json")];
        request(self.address, method, path, &headers, &body).json()["value"].take()
    }

    #[track_caller]
    fn post(&self, path: &str, body: &Json) -> Json {
        let value = self.send("POST", &format!("{}{path}", self.session), body);
        assert!(value.get("error").is_none(), "{path}: {value:#}");
        value
    }

    pub(crate) fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// What a script returns.
    #[track_caller]
    pub(crate) fn script(&self, script: &str) -> Json {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text of an element; empty if there is none.
    #[track_caller]
    pub(crate) fn text(&self, selector: &str) -> String {
        let script = format!(
            "return document.querySelector({})?.innerText ?? ''",
            json!(selector)
        );
        self.script(&script).as_str().unwrap_or_default().to_owned()
    }

    /// What a script returns as soon as it is something that counts as true.
    #[track_caller]
    pub(crate) fn until(&self, script: &str) -> Json {
        let begin = Instant::now();
        loop {
            let found = self.script(script);
            if !matches!(found, Json::Null | Json::Bool(false)) && found != json!("") {
                return found;
            }
            if begin.elapsed() > PATIENCE {
                self.picture("failed");
                panic!("it does not come to that: {script}\n{}", self.text("body"));
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// What the browser has complained about since it was asked last: errors of scripts, and what a policy
    /// has forbidden.
    #[track_caller]
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| entry["message"].to_string()).collect()
    }

    #[track_caller]
    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let id = found[ELEMENT].as_str();
        format!(
            "/element/{}",
            id.unwrap_or_else(|| panic!("no {selector}: {found}"))
        )
    }

    /// Clicks in the middle of an element, as a mouse does.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.post(&format!("{element}/click"), &json!({}));
    }

    /// Types in an element in place of what is there.
    #[track_caller]
    pub(crate) fn enter(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("{element}/clear"), &json!({}));
        self.post(&format!("{element}/value"), &json!({ "text": text }));
    }

    /// Presses keys where the focus is.
    #[track_caller]
    pub(crate) fn keys(&self, keys: &str) {
        let presses = keys.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
        });
        let actions = [json!({ "type": "key", "id": "keys", "actions": presses.collect::<Vec<_>>() })];
        self.post("/actions", &json!({ "actions": actions }));
    }

    /// Keeps a picture of the page in the folder that `KATACHI_PICTURES` names, if it does.
    pub(crate) fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("KATACHI_PICTURES") else {
            return;
        };
        let picture = self.send("GET", &format!("{}/screenshot", self.session), &Json::Null);
        let file = PathBuf::from(folder).join(format!("{name}.png.base64"));
        let _ = std::fs::write(file, picture.as_str().unwrap_or_default());
    }

    /// Checks that the page is not wider than the screen.
    #[track_caller]
    pub(crate) fn fits(&self, width: u32) {
        let wide = self.script("return document.documentElement.scrollWidth");
        let is_narrow = wide.as_u64().is_some_and(|wide| wide <= u64::from(width));
        assert!(is_narrow, "{wide} wide on {width}");
    }

    /// Waits until these elements are in view.
    #[track_caller]
    pub(crate) fn comes_into_view(&self, selectors: &[&str]) {
        for selector in selectors {
            self.until(&format!(
                "const box = document.querySelector('{selector}').getBoundingClientRect(); \
                 return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth"
            ));
        }
    }

    /// Sets what a page is told of the screen and of the person's wish for light or dark.
    pub(crate) fn appear(&self, width: u32, height: u32, scheme: &str) {
        let path = "/goog/cdp/execute";
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.post(
            path,
            &json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": size }),
        );
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.post(
            path,
            &json!({ "cmd": "Emulation.setEmulatedMedia", "params": features }),
        );
    }
}

/// The port that the driver has taken, from what it prints at the beginning.
fn port_of(driver: &mut Child) -> Option<u16> {
    let lines = BufReader::new(driver.stdout.take()?).lines();
    lines.map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    })
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // A test that has failed may have left a browser that answers nothing more.
            let end = || drop(self.send("DELETE", &self.session, &Json::Null));
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(end));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
