#!/usr/bin/env python3
"""Holds the interface to its own description: an outside validator reads the OpenAPI document of a live controller, then
schemathesis calls every operation with what the document allows and with what it does not.
  tests/door/door.py [--examples N] [--seed N] [--report DIR]     $PH_BIN: the folder of pilothoused
Exits with 77 if the tools are neither here nor to be fetched, which ctest shows as skipped."""

import argparse
import hashlib
import json
import os
import pathlib
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PASSWORD = "correct horse battery"
SKIPPED = 77
CHECKS = ("not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
          "response_headers_conformance,negative_data_rejection,unsupported_method,ignored_auth,"
          "allow_header_conformance,use_after_free,ensure_resource_availability")


def tools():
    """The folder of the tools' programs, fetched once for each text of requirements.txt."""
    requirements = HERE / "requirements.txt"
    folder = ROOT / "build" / "cache" / ("door-" + hashlib.sha256(requirements.read_bytes()).hexdigest()[:12])
    if (folder / "complete").exists():
        return folder / "bin"
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    for command in ([sys.executable, "-m", "venv", folder],
                    [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]):
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=240)
        if done.returncode:
            print("door: skipped, as its tools could not be fetched: " + done.stderr.strip()[-400:], file=sys.stderr)
            sys.exit(SKIPPED)
    (folder / "complete").touch()
    return folder / "bin"


class Controller:
    """A pilothoused over a folder of its own, with an administrator who is logged in."""

    def __init__(self, folder):
        self.program = pathlib.Path(os.environ.get("PH_BIN", ROOT / "build" / "dev" / "bin")) / "pilothoused"
        self.data = folder / "data"
        self.data.mkdir(mode=0o700)
        subprocess.run([self.program, "admin", "init", "--data", self.data, "--user", "admin", "--password-stdin"],
                       input=PASSWORD + "\n", text=True, check=True, timeout=60)
        self.log = folder / "controller.log"
        self.process = subprocess.Popen([self.program, "--data", self.data, "--port", "0"], stdout=self.log.open("wb"),
                                        stderr=subprocess.STDOUT)
        self.token = None

    def log_in(self):
        endpoint = self.data / "endpoint.json"
        for _ in range(200):
            if endpoint.exists() or self.process.poll() is not None:
                break
            time.sleep(0.1)
        self.url = f"https://127.0.0.1:{json.loads(endpoint.read_text())['port']}"
        self.certificate = self.data / "tls" / "ca.pem"
        self.trust = ssl.create_default_context(cafile=str(self.certificate))
        session = self.call("POST", "/sessions", {"user": "admin", "password": PASSWORD})
        self.token, self.user = session["token"], session["user"]["id"]

    def call(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        request = urllib.request.Request(self.url + "/api/v1" + path, method=method, headers=headers,
                                         data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, context=self.trust, timeout=20) as answer:
            return json.load(answer)

    def stop(self):
        """Jobs outlive a controller by design, so what still runs is stopped first."""
        try:
            deadline = time.monotonic() + 30
            while self.token and time.monotonic() < deadline:
                jobs = self.call("GET", "/jobs?state=queued,starting,running,stopping&limit=1000")["items"]
                if not jobs:
                    break
                for job in jobs:
                    if job["state"] != "stopping":
                        self.call("POST", f"/jobs/{job['id']}/stop")
                time.sleep(0.2)
        finally:
            self.process.terminate()
            self.process.wait(30)


def validate(bins, document):
    file = document.parent / "openapi.json"
    done = subprocess.run([bins / "openapi-spec-validator", file], capture_output=True, text=True, timeout=60)
    print(done.stdout.strip()[-2000:])
    return done.returncode == 0


def drive(bins, controller, options, folder):
    # One worker: several gain no time, and Python 3.11 breaks when two threads compile at once.
    command = [bins / "schemathesis", "--config-file", HERE / "schemathesis.toml", "run",
               controller.url + "/api/v1/openapi.json", "--tls-verify", controller.certificate, "--checks", CHECKS,
               "--max-examples", options.examples, "--seed", options.seed, "--workers", "1", "--request-timeout", "20",
               "--no-color", "--generation-database", "none", "--continue-on-failure"]
    if options.report:
        command += ["--report", "ndjson", "--report-dir", options.report]
    environment = dict(os.environ, PH_DOOR_URL=controller.url, PH_DOOR_TOKEN=controller.token, PH_DOOR_USER=controller.user,
                       PH_DOOR_CERTIFICATE=str(controller.certificate), SCHEMATHESIS_HOOKS="hooks", PYTHONPATH=str(HERE),
                       PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run([str(word) for word in command], cwd=folder, env=environment).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=10, help="for each operation and phase")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--report", help="a folder for schemathesis's own report")
    options = parser.parse_args()
    # Whoever ends this early still gets the controller stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    bins = tools()
    with tempfile.TemporaryDirectory(prefix="ph-door-") as name:
        folder = pathlib.Path(name)
        controller = Controller(folder)
        try:
            controller.log_in()
            (folder / "openapi.json").write_text(json.dumps(controller.call("GET", "/openapi.json")))
            good = validate(bins, folder / "openapi.json")
            good = drive(bins, controller, options, folder) and good
            controller.call("GET", "/me")  # or else the last part of the run met only the refusal of its token
        finally:
            controller.stop()
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
