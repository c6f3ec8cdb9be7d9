import base64

from pydantic import BaseModel

from check import check, check_each, gateway, key, models, picture, unlisted

# set-up
from google import genai
from google.genai import types

client = genai.Client(api_key=key, http_options=types.HttpOptions(base_url=gateway))
# end of set-up
from google.genai import errors


class Gate(BaseModel):
    gate: str
    open: bool


calls = []


def find_key(gate: str) -> str:
    """Finds the key of a gate."""
    calls.append(("find_key", gate))
    return "The key is 42."


def open_gate(gate: str, key: int) -> str:
    """Opens a gate."""
    calls.append(("open_gate", gate, key))
    return "It opens."


def text(model):
    answer = client.models.generate_content(model=model, contents="task-text")
    assert answer.text == "The gate opens."
    usage = answer.usage_metadata
    counts = (usage.prompt_token_count, usage.cached_content_token_count, usage.candidates_token_count)
    assert counts == (1000, 400, 50)


def streamed(model):
    parts = list(client.models.generate_content_stream(model=model, contents="task-text"))
    assert "".join(part.text or "" for part in parts) == "The gate opens."
    assert parts[-1].usage_metadata.candidates_token_count == 50


def tools(model):
    calls.clear()
    config = types.GenerateContentConfig(tools=[find_key, open_gate])
    answer = client.models.generate_content(model=model, contents="task-tools", config=config)
    assert answer.text == "The north gate is open."
    assert calls == [("find_key", "north"), ("open_gate", "north", 42)]


def form(model):
    config = types.GenerateContentConfig(response_mime_type="application/json", response_schema=Gate)
    answer = client.models.generate_content(model=model, contents="task-form", config=config)
    assert answer.parsed == Gate(gate="north", open=True)


def look(model):
    image = types.Part.from_bytes(data=base64.b64decode(picture), mime_type="image/png")
    answer = client.models.generate_content(model=model, contents=["task-picture", image])
    assert answer.text == "A gate."


def count(model):
    assert client.models.count_tokens(model=model, contents="How many tokens?").total_tokens > 0


def embeddings(model):
    answer = client.models.embed_content(model=model, contents=["north", "south"])
    assert [item.values for item in answer.embeddings] == [[0.25, -0.5, 0.125]] * 2


def model_list():
    names = [model.name for model in client.models.list()]
    assert {f"models/{model}" for model in models.values()} <= set(names), names


def unknown():
    try:
        client.models.generate_content(model=unlisted, contents="x")
    except errors.ClientError as error:
        assert (error.code, error.status) == (404, "NOT_FOUND")
    else:
        raise AssertionError("no error")


check_each("text", text)
check_each("streamed", streamed)
check_each("tool loop of two steps", tools)
check_each("structured output", form)
check_each("picture", look)
check_each("token count", count)
for name in ("text-embedding-3-small", "gemini-embedding-001"):
    check(f"embeddings ({name})", lambda: embeddings(name))
check("model list", model_list)
check("a model that does not exist: its own error, at once", unknown)
