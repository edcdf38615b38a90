"""How schemathesis logs in, and stays so: what ends the token that it was called with gets one of its own each time, and
nobody changes the user whose token it is."""

import json
import os
import ssl
import urllib.request

import schemathesis

MAIN = os.environ["PH_DOOR_TOKEN"]
TRUST = ssl.create_default_context(cafile=os.environ["PH_DOOR_CERTIFICATE"])


def spare_token():
    request = urllib.request.Request(os.environ["PH_DOOR_URL"] + "/api/v1/tokens", b'{"name":"spare","expires_in":"1h"}',
                                     {"Content-Type": "application/json", "Authorization": "Bearer " + MAIN})
    with urllib.request.urlopen(request, context=TRUST, timeout=10) as answer:
        return json.load(answer)["secret"]


@schemathesis.auth(refresh_interval=None)
class Bearer:
    def get(self, case, context):
        return spare_token() if context.operation.path.endswith("/sessions/current") else MAIN

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = "Bearer " + data


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.path_parameters and case.path_parameters.get("id") == os.environ["PH_DOOR_USER"]:
        case.path_parameters["id"] = "u" + 13 * "a"


def has_null(body):
    parts = body.values() if isinstance(body, dict) else body if isinstance(body, list) else []
    return body is None or any(has_null(part) for part in parts)


@schemathesis.hook
def filter_case(context, case):
    # A member that is null counts as one that is absent, which the document says in words: a schema that allowed it
    # would allow it in answers too.
    return not isinstance(case.body, (dict, list)) or not has_null(case.body)
