import time

from check import access_token, check, gateway, user_id

# set-up
from newapi import APIError, NewAPI

# A system access token of the account, from its personal settings.
client = NewAPI(gateway, access_token=access_token, user_id=user_id)
# end of set-up

week = 7 * 24 * 3600
span = {"start_timestamp": int(time.time()) - week, "end_timestamp": int(time.time()) + 60}


def account():
    assert client.me().id == user_id
    assert client.balance().quota >= 0
    assert "default" in client.groups()
    assert client.account.models()
    assert client.account.aff_code()
    assert client.account.sessions()[0]["sid"]
    client.account.update_self({"sidebar_modules": ""})
    assert client.status().system_name


def tokens():
    token, key = client.tokens.create_and_reveal("made by newapi-python", group="default")
    try:
        assert len(key) >= 48
        assert client.tokens.reveal(token.id) == key
        assert client.tokens.reveal_batch([token.id]) == {token.id: key}
        client.tokens.update(token.id, name="renamed")
        client.tokens.disable(token.id)
        assert [one.status for one in client.tokens.all() if one.name == "renamed"] == [2]
        client.tokens.enable(token.id)
        assert client.tokens.auto_groups()["max_count"] > 0
    finally:
        client.tokens.delete(token.id)
    assert token.id not in [one.id for one in client.tokens(page_size=50)]


def usage():
    assert isinstance(list(client.history(log_type="consume", page_size=100, **span)), list)
    assert isinstance(list(client.history.iter(page_size=100)), list)
    assert client.logs.stat(log_type="consume", **span).quota >= 0
    client.dashboard.quota_data(**span)
    assert isinstance(client.dashboard.flow_data(**span), tuple)


def wallet():
    assert client.topup.info().enable_redemption
    client.topup.orders()
    try:
        client.topup.redeem("no-such-code")
    except APIError:
        return
    raise AssertionError("a code that does not exist was redeemed")


check("account, balance, groups and models", account)
check("API tokens: made, shown, changed, switched, deleted", tokens)
check("usage history and its sums", usage)
check("wallet; a refusal is its own error", wallet)
