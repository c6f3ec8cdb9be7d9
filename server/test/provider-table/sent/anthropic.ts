import { parameters, schema } from '../requests.ts'
import type { SentBodies } from './sent.ts'

/** Claude's Messages, at Anthropic, on Vertex and on Bedrock. */
export const claudeBodies: SentBodies = {
  system: {
    body: {
      max_tokens: 8192,
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Use metres.' },
        { type: 'text', text: 'Be kind.' },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Now in French.' },
            { type: 'text', text: 'And now?' },
          ],
        },
      ],
    },
  },
  assistantFirst: {
    body: {
      max_tokens: 8192,
      messages: [
        { role: 'user', content: [{ type: 'text', text: '...' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'user', content: [{ type: 'text', text: 'One' }] },
      ],
    },
  },
  twoQuestions: {
    body: {
      max_tokens: 8192,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One' },
            { type: 'text', text: 'Two' },
          ],
        },
      ],
    },
  },
  emptyContent: {
    body: {
      max_tokens: 8192,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One' },
            { type: 'text', text: 'Two' },
          ],
        },
      ],
    },
  },
  toolAuto: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [{ name: 'get_weather', description: 'Weather', input_schema: parameters }],
      tool_choice: { type: 'auto' },
    },
  },
  toolNone: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [{ name: 'get_weather', description: 'Weather', input_schema: parameters }],
      tool_choice: { type: 'none' },
    },
  },
  toolRequired: {
    body: {
      max_tokens: 8192,
      system: [{ type: 'text', text: 'Answer by calling one of the tools, and with nothing else.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [{ name: 'get_weather', description: 'Weather', input_schema: parameters }],
      tool_choice: { type: 'auto' },
    },
  },
  toolNamed: {
    body: {
      max_tokens: 8192,
      system: [{ type: 'text', text: 'Answer by calling the tool get_weather, and with nothing else.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [{ name: 'get_weather', description: 'Weather', input_schema: parameters }],
      tool_choice: { type: 'auto' },
    },
  },
  toolResults: {
    body: {
      max_tokens: 8192,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'call_one01', name: 'get_weather', input: { city: 'Paris' } },
            { type: 'tool_use', id: 'call_two02', name: 'get_weather', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'call_two02',
              content: [{ type: 'text', text: 'Error: no such city' }],
            },
            {
              type: 'tool_result',
              tool_use_id: 'call_one01',
              content: [
                { type: 'text', text: 'Rain' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
              ],
            },
          ],
        },
      ],
      tools: [{ name: 'get_weather', description: 'Weather', input_schema: parameters }],
    },
  },
  jsonObject: {
    body: {
      max_tokens: 8192,
      system: [{ type: 'text', text: 'Answer with JSON only, without any text around it.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    },
  },
  jsonSchema: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      output_config: { format: { type: 'json_schema', schema: schema } },
    },
  },
  imageUrl: {
    body: {
      max_tokens: 8192,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', source: { type: 'url', url: 'https://images.example/a.png' } },
          ],
        },
      ],
    },
  },
  imageTiff: {
    body: {
      max_tokens: 8192,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/tiff', data: 'SUkqAAgAAAA=' } },
          ],
        },
      ],
    },
  },
  pdf: {
    body: {
      max_tokens: 8192,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
              title: 'a.pdf',
            },
          ],
        },
      ],
    },
  },
  stop: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      stop_sequences: ['END'],
    },
  },
  stops: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      stop_sequences: ['a', 'b', 'c', 'd', 'e', 'f'],
    },
  },
  limit: { body: { max_tokens: 100, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] } },
  temperature0: {
    body: { max_tokens: 8192, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    dropped: 'temperature',
  },
  temperature1: {
    body: { max_tokens: 8192, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
  },
  temperature2: {
    body: { max_tokens: 8192, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    dropped: 'temperature',
  },
  effortNone: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      thinking: { type: 'adaptive', display: 'omitted' },
      output_config: { effort: 'low' },
    },
  },
  effortLow: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low' },
    },
  },
  effortHigh: {
    body: {
      max_tokens: 8192,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
    },
  },
}
