import { type ChatFormat, type ClientRecipe, type ClientTarget, openaiAddress } from './recipe.ts'

const text = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`

const writers: Readonly<Record<ChatFormat, (target: ClientTarget) => { install: string; text: string }>> = {
  openai: (target) => ({
    install: 'npm install openai',
    text: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${text(openaiAddress(target))}, apiKey: ${text(target.key)} })

const answer = await client.chat.completions.create({
  model: ${text(target.model)},
  messages: [{ role: 'user', content: 'Hello' }],
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
  model: ${text(target.model)},
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
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
