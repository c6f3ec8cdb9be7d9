from pydantic import BaseModel

from check import check, check_each, gateway, key, models, picture, unlisted

# set-up
from anthropic import Anthropic, NotFoundError

client = Anthropic(base_url=gateway, api_key=key)
# end of set-up
from anthropic import beta_tool


class Gate(BaseModel):
    gate: str
    open: bool


calls = []


@beta_tool
def find_key(gate: str) -> str:
    """Finds the key of a gate."""
    calls.append(("find_key", gate))
    return "The key is 42."


@beta_tool
def open_gate(gate: str, key: int) -> str:
    """Opens a gate."""
    calls.append(("open_gate", gate, key))
    return "It opens."


def user(content):
    return [{"role": "user", "content": content}]


def counts(usage):
    return (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens)


def text(model):
    answer = client.messages.create(model=model, max_tokens=1000, messages=user("task-text"))
    assert answer.content[0].text == "The gate opens."
    assert answer.stop_reason == "end_turn"
    assert counts(answer.usage) == (600, 400, 50)


def streamed(model):
    with client.messages.stream(model=model, max_tokens=1000, messages=user("task-text")) as stream:
        text = "".join(stream.text_stream)
        answer = stream.get_final_message()
    assert text == "The gate opens."
    assert counts(answer.usage) == (600, 400, 50)


def tools(model):
    calls.clear()
    runner = client.beta.messages.tool_runner(
        model=model, max_tokens=1000, messages=user("task-tools"), tools=[find_key, open_gate], stream=True
    )
    for stream in runner:
        answer = stream.get_final_message()
    assert answer.content[0].text == "The north gate is open."
    assert calls == [("find_key", "north"), ("open_gate", "north", 42)]


def form(model):
    answer = client.messages.parse(
        model=model, max_tokens=1000, messages=user("task-form"), output_format=Gate
    )
    assert answer.parsed_output == Gate(gate="north", open=True)


def look(model):
    source = {"type": "base64", "media_type": "image/png", "data": picture}
    content = [{"type": "text", "text": "task-picture"}, {"type": "image", "source": source}]
    answer = client.messages.create(model=model, max_tokens=1000, messages=user(content))
    assert answer.content[0].text == "A gate."


def count(model):
    assert client.messages.count_tokens(model=model, messages=user("How many tokens?")).input_tokens > 0


def model_list():
    ids = [model.id for model in client.models.list()]
    assert set(models.values()) <= set(ids), ids


def unknown():
    try:
        client.messages.create(model=unlisted, max_tokens=1000, messages=user("x"))
    except NotFoundError as error:
        assert error.body["error"]["type"] == "not_found_error"
    else:
        raise AssertionError("no error")


check_each("text", text)
check_each("streamed", streamed)
check_each("tool loop of two steps, streamed", tools)
check_each("structured output", form)
check_each("picture", look)
check_each("token count", count)
check("model list", model_list)
check("a model that does not exist: its own error, at once", unknown)
