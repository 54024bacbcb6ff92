#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the pictures of the README in the folder of this script:

    docs/pictures/make.py target/release/katachi

board.png is the page of `katachi serve`, review.png the page of `katachi review`, game.svg a replay of the reviewed
game with the words of the review. Needs Python 3.9, Chromium and its driver (Debian: chromium, chromium-driver). The
driver is `chromedriver` in PATH, or the second argument.
"""

import base64
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.error
import urllib.request
import zlib
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
GAME = HERE.parent / "review.in" / "game.sgf"
# The next move on the board of the browser, the losing move of the review, and the last move of the replay.
NEXT, LOSING, LAST = 20, 26, 31
MAX_BYTES = 150_000
# Seconds after which a page that does not get ready is given up.
PATIENCE = 120


class Failure(Exception):
    """Why no pictures can be made."""


class Browser:
    """A browser without a window, by WebDriver (W3C, 2018, https://www.w3.org/TR/webdriver1/)."""

    def __init__(self, driver, folder):
        self.driver = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True)
        self.session = None
        lines = (line.split() for line in self.driver.stdout if "successfully on port" in line)
        words = next(lines, None)
        if words is None:
            raise Failure(f"{driver} does not start")
        port = words[-1].rstrip(".")
        self.address = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                     "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb",
                     "--disable-lcd-text", f"--user-data-dir={folder}/profile"]
        options = {"goog:chromeOptions": {"args": arguments}}
        try:
            answer = self.send("POST", "", {"capabilities": {"alwaysMatch": options}})
        except Failure:
            self.close()
            raise
        self.session = answer["sessionId"]

    def send(self, method, path, body=None):
        url = self.address + (f"/{self.session}" if self.session else "") + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(json.load(error)["value"]["message"].splitlines()[0]) from None

    def script(self, text):
        return self.send("POST", "/execute/sync", {"script": text, "args": []})

    def until(self, text):
        """Waits until a script returns something true."""
        begin = time.monotonic()
        while not self.script(text):
            if time.monotonic() - begin > PATIENCE:
                raise Failure(f"the page does not get to: {text}")
            time.sleep(0.1)

    def picture(self, url, width, height, ready, steps):
        """The screenshot of a page after some scripts, each with the script that says when it is done."""
        command = {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}}
        self.send("POST", "/goog/cdp/execute", command)
        self.send("POST", "/url", {"url": url})
        self.until(ready)
        for step, done in steps:
            self.script(step)
            self.until(done)
        time.sleep(0.5)
        return base64.b64decode(self.send("GET", "/screenshot"))

    def close(self):
        if self.session:
            self.send("DELETE", "")
        self.driver.terminate()
        self.driver.wait()


def unpack(png):
    """The width, the height and the rows of a PNG of 8-bit RGB or RGBA, each a list of colours."""
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colors = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    if depth != 8 or colors not in (2, 6):
        raise Failure("the browser's pictures are of an unknown kind")
    step = 3 if colors == 2 else 4
    data, rows, above = zlib.decompress(packed), [], bytearray(width * step)
    for y in range(height):
        begin = y * (width * step + 1)
        filtered, row = data[begin], bytearray(data[begin + 1:begin + 1 + width * step])
        for x in range(len(row) if filtered else 0):
            left, up = row[x - step] if x >= step else 0, above[x]
            if filtered == 1:
                by = left
            elif filtered == 2:
                by = up
            elif filtered == 3:
                by = (left + up) // 2
            else:
                corner = above[x - step] if x >= step else 0
                near = left + up - corner
                by = min((abs(near - left), 0, left), (abs(near - up), 1, up), (abs(near - corner), 2, corner))[2]
            row[x] = (row[x] + by) & 255
        rows.append([tuple(row[x:x + 3]) for x in range(0, len(row), step)])
        above = row
    return width, height, rows


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b))


def reduced(png):
    """The same picture with a palette of at most 256 colours."""
    width, height, rows = unpack(png)
    counts = {}
    for row in rows:
        for color in row:
            counts[color] = counts.get(color, 0) + 1
    by_count = sorted(counts, key=lambda color: (-counts[color], color))
    # Frequent colours first; a colour that is near one of them is drawn as it.
    apart = 12
    while True:
        palette = []
        for color in by_count:
            if all(distance(color, other) > apart for other in palette):
                palette.append(color)
                if len(palette) > 256:
                    break
        if len(palette) <= 256:
            break
        apart *= 2
    index = {color: min(range(len(palette)), key=lambda i: distance(color, palette[i])) for color in by_count}
    data = b"".join(b"\0" + bytes(index[color] for color in row) for row in rows)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colors = b"".join(bytes(color) for color in palette)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", colors)
            + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def board_picture(katachi, browser, folder):
    """The board of `katachi serve` in the middle of the game, with groups, proposals and a reason."""
    command = [katachi, "serve", "--no-config", "--port", "0", "--new", "--seed", "1", "-l", str(GAME), "-L", str(NEXT)]
    environment = dict(os.environ, KATACHI_STATE_DIR=f"{folder}/state")
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        lines = []
        for line in server.stdout:
            lines.append(line)
            if "http://" in line:
                break
        else:
            raise Failure("katachi serve: " + "".join(lines).strip())
        url = next(word for word in line.split() if word.startswith("http://")).rstrip(".,")
        check = "document.querySelector('.layers [name={}]').click()"
        return browser.picture(url, 1080, 780, "return document.querySelectorAll('#board circle').length > 15", [
            (check.format("groups"), "return document.querySelector('#seen').innerText.length > 100"),
            (check.format("values"), "return true"),
            (check.format("search"), "return document.querySelector('#seen').innerText.includes('visits')"),
            ("document.querySelector('[data-do=why]').click()",
             "return document.querySelector('#said').innerText.length > 20 && !document.querySelector('.busy')"),
        ])
    finally:
        server.terminate()
        server.wait()


def review(katachi, name, folder, *options):
    path = Path(folder, name)
    done = subprocess.run([katachi, "review", "--no-config", "-q", str(GAME), "-o", str(path), *options],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure("katachi review: " + done.stdout.strip())
    return path


def review_picture(katachi, browser, folder):
    """The page of a review at the losing move."""
    url = review(katachi, "review.html", folder).as_uri()
    return browser.picture(f"{url}#{LOSING}", 1080, 720, "return document.querySelector('#comment')?.innerText", [
        ("document.querySelector('#stage').scrollIntoView(); scrollBy(0, -8)", "return true"),
    ])


class Stones:
    """The stones on a board, by the moves at which each is played and taken."""

    def __init__(self, size):
        self.size = size
        self.on, self.all = {}, []

    def neighbours(self, point):
        x, y = point
        beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [(a, b) for a, b in beside if 0 <= a < self.size and 0 <= b < self.size]

    def string(self, point):
        """The string of a stone, and whether it has a liberty."""
        color, found, ahead, liberty = self.on[point]["color"], {point}, [point], False
        while ahead:
            for other in self.neighbours(ahead.pop()):
                if other not in self.on:
                    liberty = True
                elif other not in found and self.on[other]["color"] == color:
                    found.add(other)
                    ahead.append(other)
        return found, liberty

    def play(self, number, color, point):
        stone = {"color": color, "point": point, "from": number, "to": None}
        self.on[point] = stone
        self.all.append(stone)
        for other in self.neighbours(point):
            if other in self.on and self.on[other]["color"] != color:
                string, liberty = self.string(other)
                for taken in [] if liberty else string:
                    self.on.pop(taken)["to"] = number


def replay(data):
    """The first moves of a reviewed game, drawn as an SVG that moves by itself. Without motion it shows the end."""
    size, cell, margin = data["width"], 40, 36
    side = 2 * margin + (size - 1) * cell
    bar, left, width = 18, side + 52, side + 420
    letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

    def place(point):
        return margin + point[0] * cell, margin + point[1] * cell

    def point_of(name):
        return letters.index(name[0]), size - int(name[1:])

    moves = data["moves"][:LAST]
    if not moves[LOSING - 1]["judgement"]["better"]:
        raise Failure(f"the review finds nothing better than move {LOSING}: choose another LOSING")
    # The second at which each move is shown. A losing move stays longer.
    clock, second = {}, 0.0
    for move in moves:
        clock[move["number"]] = second
        second += 7 if move["number"] == LOSING else 1.2
    end = second + 3
    rules, parts = [], []

    def shown(name, since, until):
        """The class of elements that are shown from one move on and, if a move is given, until another one."""
        begin = 100 * clock[since] / end
        stop = "" if until is None else f"{100 * clock[until] / end:.3f}%{{opacity:0}}"
        start = "0%{opacity:1}" if begin == 0 else f"0%{{opacity:0}}{begin:.3f}%{{opacity:1}}"
        rules.append(f"@keyframes {name}{{{start}{stop}}}")
        rules.append(f".{name}{{animation-name:{name};opacity:{1 if until is None else 0}}}")
        return f'class="a {name}"'

    parts.append(f'<rect width="{side}" height="{side}" rx="4" fill="#ddb875"/>')
    far = margin + (size - 1) * cell
    lines = "".join(f"M{margin} {v}H{far}M{v} {margin}V{far}" for v in range(margin, far + 1, cell))
    parts.append(f'<path d="{lines}" stroke="#5b4a2c" fill="none"/>')
    for x, y in ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6)) if size == 9 else ():
        parts.append('<circle cx="{}" cy="{}" r="3.5" fill="#5b4a2c"/>'.format(*place((x, y))))
    for i in range(size):
        v = margin + i * cell
        parts.append(f'<text class="c" x="{v}" y="{side - 6}">{letters[i]}</text>')
        parts.append(f'<text class="c" x="10" y="{v + 4}">{size - i}</text>')

    stones = Stones(size)
    for move in moves:
        stones.play(move["number"], move["color"], point_of(move["move"]))
    for i, stone in enumerate(stones.all):
        x, y = place(stone["point"])
        fill = "#1a1816" if stone["color"] == "black" else "#faf8f3"
        parts.append(f'<circle {shown(f"s{i}", stone["from"], stone["to"])} cx="{x}" cy="{y}" r="18.5" fill="{fill}" '
                     'stroke="#3a3227"/>')

    # The win rate: Black's part of a bar from below.
    parts.append(f'<rect x="{side + 14}" y="0" width="{bar}" height="{side}" fill="#faf8f3" stroke="#3a3227"/>')
    rates = []
    for move in moves:
        after = move["judgement"]["after"]["win_rate"]
        rates.append(f'{100 * clock[move["number"]] / end:.3f}%{{transform:scaleY({after:.3f})}}')
    rules.append(f"@keyframes rate{{{''.join(rates)}}}.rate{{animation-name:rate;transform-origin:0 {side}px;"
                 f"transform:scaleY({after:.3f})}}")
    parts.append(f'<rect class="a rate" x="{side + 14}" y="0" width="{bar}" height="{side}" fill="#1a1816"/>')

    for i, move in enumerate(moves):
        number, judged = move["number"], move["judgement"]
        until = moves[i + 1]["number"] if i + 1 < len(moves) else None
        x, y = place(point_of(move["move"]))
        ink = "#faf8f3" if move["color"] == "black" else "#1a1816"
        drawn = [f'<circle cx="{x}" cy="{y}" r="8" fill="none" stroke="{ink}" stroke-width="2.5"/>']
        severity = move["severity"]
        texts = [("h" if severity == "fine" else "h m", move["headline"])]
        if number == LOSING:
            texts += [("", line) for line in move["comment"][:3]]
            best = judged["better"][0]
            texts.append(("", f'Better: {best["move"]}, because it {best["why"][0]}.'))
            x, y = place(point_of(best["move"]))
            drawn.append(f'<circle cx="{x}" cy="{y}" r="16" fill="#14702c"/>')
            drawn.append(f'<text class="b" x="{x}" y="{y + 6}">A</text>')
        else:
            # The word "capture" says enough.
            if move["shapes"] and "capture" not in move["name"]:
                texts.append(("", f'Shape: “{move["shapes"][0]["note"]}”.'))
            after = judged["after"]
            texts.append(("", f'Black\'s win rate {100 * after["win_rate"]:.0f} %, lead {after["lead"]:+.1f}.'))
        height = 40
        for style, text in texts:
            for line in textwrap.wrap(text, 34 if style else 42):
                drawn.append(f'<text class="{style}" x="{left}" y="{height}">{escape(line)}</text>')
                height += 24
            height += 12
        parts.append(f'<g {shown(f"t{i}", number, until)}>{"".join(drawn)}</g>')

    style = (f".a{{animation:{end:.1f}s step-end infinite}}text{{font:16px system-ui,sans-serif;fill:#24201c}}"
             ".c{font-size:12px;text-anchor:middle;fill:#5b4a2c}.h{font-size:18px;font-weight:600}.m{fill:#b3261e}"
             ".b{text-anchor:middle;fill:#fff;font-weight:600}" + "".join(rules)
             + "@media(prefers-reduced-motion:reduce){.a{animation:none}}")
    body = "\n".join(parts)
    extent = f'width="{width + 20}" height="{side + 20}"'
    label = f"The first {LAST} moves of a game, each with its review"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 {width + 20} {side + 20}" {extent} role="img" '
            f'aria-label="{label}">\n<style>{style}</style>\n'
            f'<rect x="-10" y="-10" {extent} fill="#fffdf9"/>\n{body}\n</svg>\n')


def write(name, data):
    if len(data) > MAX_BYTES:
        raise Failure(f"{name} has {len(data)} bytes, more than {MAX_BYTES}")
    (HERE / name).write_bytes(data)
    print(f"{name}: {len(data)} bytes")


def main():
    if len(sys.argv) not in (2, 3):
        raise Failure("usage: make.py KATACHI [CHROMEDRIVER]")
    katachi = shutil.which(sys.argv[1])
    driver = shutil.which(sys.argv[2] if len(sys.argv) == 3 else "chromedriver")
    browsers = ("chromium", "chromium-browser", "google-chrome")
    needed = {
        f"the program {sys.argv[1]}": katachi,
        "chromedriver (in PATH, or as the second argument)": driver,
        "a browser (" + " or ".join(browsers) + ")": any(map(shutil.which, browsers)),
        str(GAME): GAME.exists(),
    }
    missing = [name for name, found in needed.items() if not found]
    if missing:
        raise Failure("missing: " + "; ".join(missing))
    with tempfile.TemporaryDirectory() as folder:
        data = json.loads(review(katachi, "review.json", folder, "--to", str(LAST)).read_text(encoding="utf-8"))
        write("game.svg", replay(data).encode())
        browser = Browser(driver, folder)
        try:
            write("board.png", reduced(board_picture(os.path.abspath(katachi), browser, folder)))
            write("review.png", reduced(review_picture(katachi, browser, folder)))
        finally:
            browser.close()


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"make.py: {failure}")
