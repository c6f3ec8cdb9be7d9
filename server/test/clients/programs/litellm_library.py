import json

from pydantic import BaseModel

from check import check, check_each, gateway, key, picture, unlisted

# set-up
import litellm

addresses = {"openai": f"{gateway}/v1", "anthropic": gateway}


def ask(provider, model, **more):
    return litellm.completion(f"{provider}/{model}", api_base=addresses[provider], api_key=key, **more)


# end of set-up
litellm.telemetry = False


class Gate(BaseModel):
    gate: str
    open: bool


functions = {
    "find_key": lambda gate: f"The key of the {gate} gate is 42.",
    "open_gate": lambda gate, key: f"The {gate} gate opens to {key}.",
}
parameters = {
    "type": "object",
    "properties": {"gate": {"type": "string"}, "key": {"type": "number"}},
    "required": ["gate"],
}
offered = [{"type": "function", "function": {"name": name, "parameters": parameters}} for name in functions]


def user(content):
    return [{"role": "user", "content": content}]


def text(provider):
    def run(model):
        answer = ask(provider, model, messages=user("task-text"))
        assert answer.choices[0].message.content == "The gate opens."
        assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (1000, 50)

    return run


def streamed(provider):
    def run(model):
        parts = ask(provider, model, messages=user("task-text"), stream=True)
        assert "".join(part.choices[0].delta.content or "" for part in parts) == "The gate opens."

    return run


def tools(provider):
    def run(model):
        messages = user("task-tools")
        for _ in range(2):
            message = ask(provider, model, messages=messages, tools=offered).choices[0].message
            messages.append(message)
            for call in message.tool_calls:
                content = functions[call.function.name](**json.loads(call.function.arguments))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
        answer = ask(provider, model, messages=messages, tools=offered)
        assert answer.choices[0].message.content == "The north gate is open."

    return run


def form(provider):
    def run(model):
        answer = ask(provider, model, messages=user("task-form"), response_format=Gate)
        assert Gate.model_validate_json(answer.choices[0].message.content) == Gate(gate="north", open=True)

    return run


def look(provider):
    def run(model):
        image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}
        answer = ask(provider, model, messages=user([{"type": "text", "text": "task-picture"}, image]))
        assert answer.choices[0].message.content == "A gate."

    return run


def unknown(provider):
    def run():
        try:
            ask(provider, unlisted, messages=user("x"))
        except litellm.NotFoundError:
            return
        raise AssertionError("no error")

    return run


def embed():
    answer = litellm.embedding(
        "openai/text-embedding-3-small", input=["north"], api_base=addresses["openai"], api_key=key
    )
    assert answer.data[0]["embedding"] == [0.25, -0.5, 0.125]


for provider in addresses:
    check_each(f"{provider}/: text", text(provider))
    check_each(f"{provider}/: streamed", streamed(provider))
    check_each(f"{provider}/: tool loop of two steps", tools(provider))
    check_each(f"{provider}/: structured output", form(provider))
    check_each(f"{provider}/: picture", look(provider))
    check(f"{provider}/: a model that does not exist: its own error, at once", unknown(provider))
check("embeddings", embed)
