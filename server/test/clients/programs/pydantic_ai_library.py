import base64

from pydantic import BaseModel

from check import check, check_each, gateway, key, models, picture

# set-up
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider

openai = OpenAIProvider(base_url=f"{gateway}/v1", api_key=key)
anthropic = AnthropicProvider(base_url=gateway, api_key=key)
google = GoogleProvider(base_url=gateway, api_key=key)
clients = {
    "OpenAIChatModel": lambda model: OpenAIChatModel(model, provider=openai),
    "OpenAIResponsesModel": lambda model: OpenAIResponsesModel(model, provider=openai),
    "AnthropicModel": lambda model: AnthropicModel(model, provider=anthropic),
    "GoogleModel": lambda model: GoogleModel(model, provider=google),
}
# end of set-up
from pydantic_ai import Agent, BinaryContent, NativeOutput

calls = []


class Gate(BaseModel):
    gate: str
    open: bool


def find_key(gate: str) -> str:
    """Finds the key of a gate."""
    calls.append(("find_key", gate))
    return "The key is 42."


def open_gate(gate: str, key: int) -> str:
    """Opens a gate."""
    calls.append(("open_gate", gate, key))
    return "It opens."


def text(make):
    def run(model):
        answer = Agent(make(model)).run_sync("task-text")
        assert answer.output == "The gate opens."

    return run


def tools(make):
    def run(model):
        calls.clear()
        answer = Agent(make(model), tools=[find_key, open_gate]).run_sync("task-tools")
        assert answer.output == "The north gate is open."
        assert calls == [("find_key", "north"), ("open_gate", "north", 42)]

    return run


def form(make, wrap):
    def run(model):
        answer = Agent(make(model), output_type=wrap(Gate)).run_sync("task-form")
        assert answer.output == Gate(gate="north", open=True)

    return run


def look(make):
    def run(model):
        image = BinaryContent(data=base64.b64decode(picture), media_type="image/png")
        assert Agent(make(model)).run_sync(["task-picture", image]).output == "A gate."

    return run


for name, make in clients.items():
    check_each(f"{name}: text", text(make))
    check_each(f"{name}: tool loop of two steps", tools(make))
    check_each(f"{name}: structured output by a tool", form(make, lambda form: form))
    if name == "AnthropicModel":
        # It refuses other models by itself.
        by_schema = form(make, NativeOutput)
        check(f"{name}: structured output by a schema", lambda: by_schema(models["Anthropic"]), "Anthropic")
    else:
        check_each(f"{name}: structured output by a schema", form(make, NativeOutput))
    check_each(f"{name}: picture", look(make))
