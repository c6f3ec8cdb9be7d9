from pydantic import BaseModel

from check import check_each, gateway, key

# set-up
import instructor
from anthropic import Anthropic
from openai import OpenAI

openai = OpenAI(base_url=f"{gateway}/v1", api_key=key)
anthropic = Anthropic(base_url=gateway, api_key=key)
clients = {
    "OpenAI, tools": instructor.from_openai(openai),
    "OpenAI, JSON schema": instructor.from_openai(openai, mode=instructor.Mode.JSON_SCHEMA),
    "Anthropic, tools": instructor.from_anthropic(anthropic),
}
# end of set-up


class Gate(BaseModel):
    gate: str
    open: bool


def form(client):
    def run(model):
        messages = [{"role": "user", "content": "task-form"}]
        answer = client.chat.completions.create(
            model=model, max_tokens=1000, response_model=Gate, messages=messages
        )
        assert answer.model_dump() == {"gate": "north", "open": True}

    return run


for name, client in clients.items():
    check_each(f"{name}: structured output", form(client))
