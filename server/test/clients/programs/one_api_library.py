from check import access_token, check, gateway

# set-up
from one_api_cli import OneAPI

# A system access token of an administrator. It knows no New-Api-User.
api = OneAPI(gateway, access_token)
# end of set-up

channel_data = {"key": "sk-x", "base_url": "http://127.0.0.1:9", "models": "made-by-a-tool"}


def channels():
    before = len(api.get_channels())
    made = api.create_channel(name="made by one-api-cli", **channel_data)
    assert made.update(name="renamed")
    assert api.latest_channel().name == "renamed"
    assert len(api.get_channels()) == before + 1
    assert made.delete(confim=False)
    assert len(api.get_channels()) == before


def status():
    assert api.is_valid()
    assert api.status()["success"]


check("status", status)
check("channels: listed page by page, made, changed, deleted", channels)
