import { exampleBodyOf } from './example-request.ts'
import { pythonLiteral } from './literals.ts'
import { type ChatFormat, type ClientRecipe, type ClientTarget, openaiAddress } from './recipe.ts'

const text = (value: string): string => JSON.stringify(value)

/** The body as named arguments, a line each. */
const argumentsOf = (target: ClientTarget): string =>
  Object.entries(exampleBodyOf(target))
    .map(([name, value]) => `    ${name}=${pythonLiteral(value, 1)},`)
    .join('\n')

const writers: Readonly<Record<ChatFormat, (target: ClientTarget) => { install: string; text: string }>> = {
  openai: (target) => ({
    install: 'pip install openai',
    text: `from openai import OpenAI

client = OpenAI(base_url=${text(openaiAddress(target))}, api_key=${text(target.key)})

answer = client.chat.completions.create(
${argumentsOf(target)}
)
print(answer.choices[0].message.content)
`,
  }),
  'openai-response': (target) => ({
    install: 'pip install openai',
    text: `from openai import OpenAI

client = OpenAI(base_url=${text(openaiAddress(target))}, api_key=${text(target.key)})

answer = client.responses.create(model=${text(target.model)}, input="Hello")
print(answer.output_text)
`,
  }),
  anthropic: (target) => ({
    install: 'pip install anthropic',
    text: `from anthropic import Anthropic

client = Anthropic(base_url=${text(target.url)}, api_key=${text(target.key)})

answer = client.messages.create(
${argumentsOf(target)}
)
print(answer.content[0].text)
`,
  }),
  gemini: (target) => ({
    install: 'pip install google-genai',
    text: `from google import genai
from google.genai import types

client = genai.Client(
    api_key=${text(target.key)},
    http_options=types.HttpOptions(base_url=${text(target.url)}),
)

answer = client.models.generate_content(model=${text(target.model)}, contents="Hello")
print(answer.text)
`,
  }),
}

export const python: ClientRecipe = {
  id: 'python',
  name: 'Python',
  kind: 'code',
  formats: ['openai', 'openai-response', 'anthropic', 'gemini'],
  code: (target) => ({ language: 'python', ...writers[target.format](target) }),
}
