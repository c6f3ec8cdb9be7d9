import { parameters } from '../requests.ts'
import type { SentBodies } from './sent.ts'

/** Models of other makers on Bedrock, by Converse. */
export const converseBodies: SentBodies = {
  system: {
    body: {
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        { role: 'assistant', content: [{ text: 'Hello' }] },
        { role: 'user', content: [{ text: 'And now?' }] },
      ],
      system: [{ text: 'Be brief.' }, { text: 'Use metres.' }, { text: 'Be kind.' }, { text: 'Now in French.' }],
    },
  },
  assistantFirst: {
    body: {
      messages: [
        { role: 'user', content: [{ text: '.' }] },
        { role: 'assistant', content: [{ text: 'Hello' }] },
        { role: 'user', content: [{ text: 'One' }] },
      ],
    },
  },
  twoQuestions: { body: { messages: [{ role: 'user', content: [{ text: 'One' }, { text: 'Two' }] }] } },
  emptyContent: { body: { messages: [{ role: 'user', content: [{ text: 'One' }, { text: 'Two' }] }] } },
  toolAuto: {
    body: {
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      toolConfig: {
        tools: [{ toolSpec: { name: 'get_weather', description: 'Weather', inputSchema: { json: parameters } } }],
        toolChoice: { auto: {} },
      },
    },
  },
  toolNone: { body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] } },
  toolRequired: {
    body: {
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      toolConfig: {
        tools: [{ toolSpec: { name: 'get_weather', description: 'Weather', inputSchema: { json: parameters } } }],
        toolChoice: { any: {} },
      },
    },
  },
  toolNamed: {
    body: {
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      toolConfig: {
        tools: [{ toolSpec: { name: 'get_weather', description: 'Weather', inputSchema: { json: parameters } } }],
        toolChoice: { tool: { name: 'get_weather' } },
      },
    },
  },
  toolResults: {
    body: {
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        {
          role: 'assistant',
          content: [
            { toolUse: { toolUseId: 'call_one01', name: 'get_weather', input: { city: 'Paris' } } },
            { toolUse: { toolUseId: 'call_two02', name: 'get_weather', input: {} } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              toolResult: {
                toolUseId: 'call_two02',
                content: [{ text: 'Error: no such city' }],
                status: 'success',
              },
            },
            {
              toolResult: {
                toolUseId: 'call_one01',
                content: [{ text: 'Rain' }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }],
                status: 'success',
              },
            },
          ],
        },
      ],
      toolConfig: {
        tools: [{ toolSpec: { name: 'get_weather', description: 'Weather', inputSchema: { json: parameters } } }],
      },
    },
  },
  jsonObject: {
    body: {
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      system: [{ text: 'Answer with JSON only, without any text around it.' }],
    },
  },
  jsonSchema: {
    body: {
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      system: [
        {
          text: 'Answer with JSON only, without any text around it. It must match this JSON Schema: {"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}',
        },
      ],
    },
  },
  imageUrl: {
    body: {
      messages: [
        {
          role: 'user',
          content: [{ text: 'What is it?' }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }],
        },
      ],
    },
  },
  imageTiff: { refused: 'messages.0 contains an image, which cannot be sent to the provider of this model.' },
  pdf: {
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { text: 'What is it?' },
            { document: { format: 'pdf', name: 'document 1', source: { bytes: 'JVBERi0=' } } },
          ],
        },
      ],
    },
  },
  stop: {
    body: {
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      inferenceConfig: { stopSequences: ['END'] },
    },
  },
  stops: {
    body: {
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      inferenceConfig: { stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] },
    },
  },
  limit: {
    body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }], inferenceConfig: { maxTokens: 100 } },
  },
  temperature0: {
    body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }], inferenceConfig: { temperature: 0 } },
  },
  temperature1: {
    body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }], inferenceConfig: { temperature: 1 } },
  },
  temperature2: {
    body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }], inferenceConfig: { temperature: 1 } },
  },
  effortNone: { body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] } },
  effortLow: {
    body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
    dropped: 'reasoning_effort',
  },
  effortHigh: {
    body: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
    dropped: 'reasoning_effort',
  },
}
