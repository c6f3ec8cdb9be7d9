import asyncio
import json
import os
import sys

from check import access_token, check, gateway, models, user_id
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

# set-up
# For the configuration of an MCP client: the command and its variables.
command = "newapi-mcp"
environment = {
    "NEW_API_BASE_URL": gateway,
    "NEW_API_TOKEN": access_token,
    "NEW_API_USER_ID": str(user_id),
}
# end of set-up

model, another = list(models.values())[:2]


async def call_all(calls):
    server = StdioServerParameters(
        command=os.path.join(os.path.dirname(sys.executable), command), env={**os.environ, **environment}
    )
    async with stdio_client(server, errlog=open(os.devnull, "w")) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            await session.initialize()
            return [await call_tool(session, name, arguments) for name, arguments in calls]


async def call_tool(session, name, arguments):
    answer = await session.call_tool(name, arguments)
    text = "".join(getattr(part, "text", "") for part in answer.content)
    assert not answer.isError, f"{name}: {text[:500]}"
    data = json.loads(text)
    assert data.get("success", True), f"{name}: {text[:500]}"
    return data


def tools(*calls):
    return asyncio.run(call_all(calls))


def prices():
    names, *_ = tools(
        ("get_model_list", {}),
        ("get_model_pricing", {}),
        ("get_model_price_by_name", {"model_name": model}),
        ("get_models_by_ratio_range", {"min_ratio": 0, "max_ratio": 100}),
        ("search_models", {"keyword": model[:5]}),
        ("compare_models", {"model_names": [model, another]}),
        ("get_cheapest_models", {}),
        ("get_fastest_models", {}),
        ("get_pricing_statistics", {}),
        ("estimate_cost", {"model_name": model, "input_tokens": 1000, "output_tokens": 100}),
    )
    assert model in names["data"]


def accounts():
    token = {"name": "made by newapi-mcp", "remain_quota": 1000}
    users, *_ = tools(("get_all_users", {}), ("create_token", token))
    assert user_id in [user["id"] for user in users["data"]["items"]]


def managed_account():
    made = {"username": "mcp-made", "password": "Secret123word"}
    _, users = tools(("create_user", made), ("get_all_users", {"limit": 100}))
    made_id = next(user["id"] for user in users["data"]["items"] if user["username"] == "mcp-made")
    _, changed = tools(
        ("update_user", {"user_id": made_id, "username": "mcp-changed", "group": "vip"}),
        ("get_all_users", {"limit": 100}),
    )
    [found] = [user for user in changed["data"]["items"] if user["id"] == made_id]
    assert (found["username"], found["group"]) == ("mcp-changed", "vip")
    _, left = tools(("delete_user", {"user_id": made_id}), ("get_all_users", {"limit": 100}))
    assert "mcp-changed" not in [user["username"] for user in left["data"]["items"]]


def channels():
    made = {"name": "made by newapi-mcp", "channel_type": 1, "key": "sk-x", "priority": 3}
    _, found, *_ = tools(
        ("create_channel", made), ("get_channel_by_name", {"name": made["name"]}), ("get_logs", {}), ("get_all_models", {})
    )
    assert found["data"]["priority"] == 3
    change = {"channel_id": found["data"]["id"], "name": "changed by newapi-mcp", "status": 0}
    *_, everything = tools(("update_channel", change), ("get_all_channels", {}), ("get_channel_list", {}))
    [changed] = [channel for channel in everything["data"] if channel["id"] == change["channel_id"]]
    assert (changed["name"], changed["status"]) == (change["name"], 2)


check("tools: prices are listed, searched, compared and estimated", prices)
check("tools: accounts are listed, an API token is made", accounts)
check("tools: an account is made, changed, deleted", managed_account)
check("tools: channels are made, changed and listed, and the usage log is", channels)
