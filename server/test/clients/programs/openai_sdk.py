import json

from pydantic import BaseModel

from check import check, check_each, gateway, key, models, picture, unlisted

# set-up
from openai import NotFoundError, OpenAI

client = OpenAI(base_url=f"{gateway}/v1", api_key=key)
# end of set-up


class Gate(BaseModel):
    gate: str
    open: bool


parameters = {
    "type": "object",
    "properties": {"gate": {"type": "string"}, "key": {"type": "number"}},
    "required": ["gate"],
}
functions = {
    "find_key": lambda gate: f"The key of the {gate} gate is 42.",
    "open_gate": lambda gate, key: f"The {gate} gate opens to {key}.",
}


def user(content):
    return [{"role": "user", "content": content}]


def text(model):
    answer = client.chat.completions.create(model=model, messages=user("task-text"))
    assert answer.choices[0].message.content == "The gate opens."
    assert answer.choices[0].finish_reason == "stop"
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (1000, 50)
    assert answer.usage.prompt_tokens_details.cached_tokens == 400


def streamed(model):
    options = {"include_usage": True}
    with client.chat.completions.stream(model=model, messages=user("task-text"), stream_options=options) as stream:
        parts = [event.delta for event in stream if event.type == "content.delta"]
        answer = stream.get_final_completion()
    assert "".join(parts) == answer.choices[0].message.content == "The gate opens."
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (1000, 50)


def tools(model):
    messages = user("task-tools")
    offered = [{"type": "function", "function": {"name": name, "parameters": parameters}} for name in functions]
    for _ in range(2):
        with client.chat.completions.stream(model=model, messages=messages, tools=offered) as stream:
            message = stream.get_final_completion().choices[0].message
        messages.append(message)
        for call in message.tool_calls:
            content = functions[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
    answer = client.chat.completions.create(model=model, messages=messages, tools=offered)
    assert answer.choices[0].message.content == "The north gate is open."


def form(model):
    answer = client.chat.completions.parse(model=model, messages=user("task-form"), response_format=Gate)
    assert answer.choices[0].message.parsed == Gate(gate="north", open=True)


def look(model):
    image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}
    content = [{"type": "text", "text": "task-picture"}, image]
    answer = client.chat.completions.create(model=model, messages=user(content))
    assert answer.choices[0].message.content == "A gate."


def responses_tools(model):
    items = user("task-tools")
    offered = [{"type": "function", "name": name, "parameters": parameters, "strict": False} for name in functions]
    for _ in range(3):
        with client.responses.stream(model=model, input=items, tools=offered) as stream:
            answer = stream.get_final_response()
        items += answer.output
        for call in answer.output:
            if call.type == "function_call":
                output = functions[call.name](**json.loads(call.arguments))
                items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
    assert answer.output_text == "The north gate is open."


def responses_form(model):
    answer = client.responses.parse(model=model, input="task-form", text_format=Gate)
    assert answer.output_parsed == Gate(gate="north", open=True)


def embeddings(model):
    answer = client.embeddings.create(model=model, input=["north", "south"])
    assert [item.embedding for item in answer.data] == [[0.25, -0.5, 0.125]] * 2


def model_list():
    ids = [model.id for model in client.models.list()]
    assert set(models.values()) <= set(ids), ids


def unknown():
    try:
        client.chat.completions.create(model=unlisted, messages=user("x"))
    except NotFoundError as error:
        assert error.code == "model_not_found"
    else:
        raise AssertionError("no error")


check_each("Chat Completions: text", text)
check_each("Chat Completions: streamed", streamed)
check_each("Chat Completions: tool loop of two steps, streamed", tools)
check_each("Chat Completions: structured output", form)
check_each("Chat Completions: picture", look)
check_each("Responses: tool loop of two steps, streamed", responses_tools)
check_each("Responses: structured output", responses_form)
for name in ("text-embedding-3-small", "gemini-embedding-001"):
    check(f"embeddings ({name})", lambda: embeddings(name))
check("model list", model_list)
check("a model that does not exist: its own error, at once", unknown)
