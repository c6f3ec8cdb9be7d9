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


def accounts():
    made = api.create_user(username="one-made", display_name="Made", password="secret-word-1")
    assert made and made.username == "one-made"
    assert "one-made" in [user.username for user in api.get_users()]
    assert made.update(display_name="Changed", group="vip")
    assert (made.display_name, made.group) == ("Changed", "vip")
    api.delete_user("one-made")
    assert api.get_id_from_username("one-made") is None


def status():
    assert api.is_valid()
    assert api.status()["success"]


check("status", status)
check("channels: listed page by page, made, changed, deleted", channels)
check("accounts: listed, made, changed, deleted", accounts)
