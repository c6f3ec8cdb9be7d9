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
            return [await answer_of(session, name, arguments) for name, arguments in calls]


async def answer_of(session, name, arguments):
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


def channels():
    found, *_ = tools(("get_all_channels", {}), ("get_logs", {}))
    assert found["data"]["items"]


check("tools: prices are listed, searched, compared and estimated", prices)
check("tools: accounts are listed, an API token is made", accounts)
check("tools: channels and the usage log are listed", channels)
