"""Shared by the scripts of libraries: the address of the gateway, and one line of output for each check."""

import json
import os
import traceback

gateway = os.environ["GATEWAY"]
key = os.environ["KEY"]
# A model of each kind of upstream, and one that no channel lists.
models = json.loads(os.environ["MODELS"])
unlisted = os.environ["UNLISTED"]
picture = os.environ["PICTURE"]
# Of programs that manage the gateway.
access_token = os.environ.get("ACCESS_TOKEN")
user_id = int(os.environ.get("USER_ID", "0"))
username = os.environ.get("USER_NAME")
password = os.environ.get("PASSWORD")


def check(name, run, upstream=None):
    complaint = None
    try:
        run()
    except BaseException:
        complaint = traceback.format_exc()
    where = {} if upstream is None else {"upstream": upstream}
    print(f"check: {json.dumps({'name': name, **where, 'complaint': complaint})}", flush=True)


def check_each(name, run):
    """Runs the check with each kind of upstream."""
    for upstream, model in models.items():
        check(name, lambda: run(model), upstream)
