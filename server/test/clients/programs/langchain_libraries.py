from pydantic import BaseModel

from check import check, check_each, gateway, key, picture

# set-up
from langchain_anthropic import ChatAnthropic
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

clients = {
    "ChatOpenAI": lambda model: ChatOpenAI(base_url=f"{gateway}/v1", api_key=key, model=model),
    "ChatOpenAI, Responses": lambda model: ChatOpenAI(
        base_url=f"{gateway}/v1", api_key=key, model=model, use_responses_api=True
    ),
    "ChatAnthropic": lambda model: ChatAnthropic(base_url=gateway, api_key=key, model=model),
}
# Without the last one it fetches a table of tokens from another host.
embeddings = OpenAIEmbeddings(
    base_url=f"{gateway}/v1", api_key=key, model="text-embedding-3-small", check_embedding_ctx_length=False
)
# end of set-up
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool


class Gate(BaseModel):
    """A gate."""

    gate: str
    open: bool


calls = []


@tool
def find_key(gate: str) -> str:
    """Finds the key of a gate."""
    calls.append(("find_key", gate))
    return "The key is 42."


@tool
def open_gate(gate: str, key: int) -> str:
    """Opens a gate."""
    calls.append(("open_gate", gate, key))
    return "It opens."


def text(make):
    def run(model):
        answer = make(model).invoke("task-text")
        assert answer.text == "The gate opens."
        assert (answer.usage_metadata["input_tokens"], answer.usage_metadata["output_tokens"]) == (1000, 50)

    return run


def streamed(make):
    def run(model):
        assert "".join(part.text for part in make(model).stream("task-text")) == "The gate opens."

    return run


def tools(make):
    def run(model):
        calls.clear()
        agent = create_agent(make(model), tools=[find_key, open_gate])
        answer = agent.invoke({"messages": [HumanMessage("task-tools")]})
        assert answer["messages"][-1].text == "The north gate is open."
        assert calls == [("find_key", "north"), ("open_gate", "north", 42)]

    return run


def form(make):
    def run(model):
        assert make(model).with_structured_output(Gate).invoke("task-form") == Gate(gate="north", open=True)

    return run


def look(make):
    def run(model):
        image = {"type": "image", "base64": picture, "mime_type": "image/png"}
        answer = make(model).invoke([HumanMessage([{"type": "text", "text": "task-picture"}, image])])
        assert answer.text == "A gate."

    return run


def embed():
    assert embeddings.embed_query("north") == [0.25, -0.5, 0.125]


for name, make in clients.items():
    check_each(f"{name}: text", text(make))
    check_each(f"{name}: streamed", streamed(make))
    check_each(f"{name}: tool loop of two steps", tools(make))
    check_each(f"{name}: structured output", form(make))
    check_each(f"{name}: picture", look(make))
check("OpenAIEmbeddings", embed)
