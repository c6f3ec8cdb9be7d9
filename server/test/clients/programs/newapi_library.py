import base64
import hashlib
import hmac
import struct
import time

from check import access_token, check, gateway, password, user_id, username

# set-up
from newapi import APIError, AuthenticationError, NewAPI, TwoFactorRequired

# A system access token of the account, from its personal settings.
client = NewAPI(gateway, access_token=access_token, user_id=user_id)
# Or the name and the password of the account.
person = NewAPI(gateway)
person.login(username, password)
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
        assert [token.status for token in client.tokens.all() if token.name == "renamed"] == [2]
        client.tokens.enable(token.id)
        assert client.tokens.auto_groups()["max_count"] > 0
    finally:
        client.tokens.delete(token.id)
    assert token.id not in [listed.id for listed in client.tokens(page_size=50)]


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


def login():
    assert person.me().id == user_id
    session = person.session
    assert session.refresh_token and session.session_id in [known["sid"] for known in person.account.sessions()]
    assert person.tokens(page_size=5).page == 1
    person.refresh()
    assert person.session.session_id == session.session_id
    assert person.session.refresh_token != session.refresh_token

    # A program that kept its session, and starts again after the token expired.
    kept = {"access_token": "expired", "refresh_token": person.session.refresh_token, "expires_at": 1.0}
    again = NewAPI(gateway, user_id=user_id, **kept)
    assert again.me().username == username
    assert again.session.session_id == session.session_id
    again.logout()
    try:
        NewAPI(gateway, user_id=user_id, access_token=session.access_token).me()
    except AuthenticationError as error:
        assert error.code == "AUTH_SESSION_REVOKED"
        return
    raise AssertionError("a session that ended is still accepted")


def one_time_code(secret):
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


def second_factor():
    account = {"username": "py-factor", "password": "Secret123word"}
    client.request("POST", "user/", json=account)
    owner = NewAPI(gateway)
    owner.login(**account)
    begun = owner.request("POST", "user/2fa/authenticator", json={"password": account["password"]})
    done = owner.request("POST", "user/2fa/authenticator/confirm", json={"code": one_time_code(begun["secret"])})
    device = NewAPI(gateway)
    try:
        device.login(**account)
    except TwoFactorRequired as demand:
        assert demand.expires_at > time.time()
        assert device.complete_2fa(done["recovery_codes"][0]).username == account["username"]
        assert device.balance().quota == 0
        return
    raise AssertionError("a password alone was enough")


check("signs in with a password, renews the token, signs out", login)
check("signs in with a password and the code of an authenticator", second_factor)
check("account, balance, groups and models", account)
check("API tokens: made, shown, changed, switched, deleted", tokens)
check("usage history and its sums", usage)
check("wallet; a refusal is its own error", wallet)
