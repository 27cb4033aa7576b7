"""Make the picture of the lab from its real first page: `python docs/make_lab_picture.py`.

It needs the built pages (`make web`), Playwright, and the system's Chromium or one that `LUDARIUM_CHROMIUM` names.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parent / "images" / "lab.png"
PORT = int(os.environ.get("LUDARIUM_PORT", "8899"))
ADDRESS = f"http://127.0.0.1:{PORT}/"
PATIENCE = 120
NAMES = ("chromium", "chromium-browser", "google-chrome")
DRAWN = "[...document.querySelectorAll('.game-picture')].slice(0, 8).every(one => one.complete && one.naturalWidth > 0)"


def chromium() -> str | None:
    named = os.environ.get("LUDARIUM_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def wait_for_lab() -> None:
    for _ in range(PATIENCE):
        try:
            urllib.request.urlopen(ADDRESS, timeout=5).close()
            return
        except OSError:
            time.sleep(1)
    sys.exit("the lab did not open")


def take() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1200, "height": 900}, locale="en-GB", color_scheme="light")
        page.goto(ADDRESS)
        page.wait_for_selector(".game-card", timeout=PATIENCE * 1000)
        page.evaluate("document.querySelectorAll('.game-picture').forEach(one => { one.loading = 'eager' })")
        # The page's security policy lets no function be made from text, so it is asked again and again.
        for _ in range(2 * PATIENCE):
            if page.evaluate(DRAWN):
                break
            page.wait_for_timeout(500)
        page.screenshot(path=str(PICTURE))
        browser.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludarium", "serve", "--port", str(PORT), "--no-warm", "--database"]
        lab = subprocess.Popen([*command, str(Path(folder) / "lab.db")], stdout=subprocess.DEVNULL)
        try:
            wait_for_lab()
            take()
        finally:
            lab.terminate()
            lab.wait()
    print(PICTURE)


if __name__ == "__main__":
    main()
