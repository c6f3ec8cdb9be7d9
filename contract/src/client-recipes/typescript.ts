import { exampleBodyOf } from './example-request.ts'
import { scriptLiteral, scriptText } from './literals.ts'
import { type ChatFormat, type ClientRecipe, type ClientTarget, openaiAddress } from './recipe.ts'

const text = scriptText

/** The body as properties, a line each. */
const propertiesOf = (target: ClientTarget): string =>
  Object.entries(exampleBodyOf(target))
    .map(([name, value]) => `  ${name}: ${scriptLiteral(value, 1)},`)
    .join('\n')

const writers: Readonly<Record<ChatFormat, (target: ClientTarget) => { install: string; text: string }>> = {
  openai: (target) => ({
    install: 'npm install openai',
    text: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${text(openaiAddress(target))}, apiKey: ${text(target.key)} })

const answer = await client.chat.completions.create({
${propertiesOf(target)}
})
console.log(answer.choices[0]?.message.content)
`,
  }),
  'openai-response': (target) => ({
    install: 'npm install openai',
    text: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${text(openaiAddress(target))}, apiKey: ${text(target.key)} })

const answer = await client.responses.create({ model: ${text(target.model)}, input: 'Hello' })
console.log(answer.output_text)
`,
  }),
  anthropic: (target) => ({
    install: 'npm install @anthropic-ai/sdk',
    text: `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: ${text(target.url)}, apiKey: ${text(target.key)} })

const answer = await client.messages.create({
${propertiesOf(target)}
})
console.log(answer.content)
`,
  }),
  gemini: (target) => ({
    install: 'npm install @google/genai',
    text: `import { GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({ apiKey: ${text(target.key)}, httpOptions: { baseUrl: ${text(target.url)} } })

const answer = await client.models.generateContent({ model: ${text(target.model)}, contents: 'Hello' })
console.log(answer.text)
`,
  }),
}

export const typescript: ClientRecipe = {
  id: 'typescript',
  name: 'TypeScript',
  kind: 'code',
  formats: ['openai', 'openai-response', 'anthropic', 'gemini'],
  code: (target) => ({ language: 'ts', ...writers[target.format](target) }),
}
