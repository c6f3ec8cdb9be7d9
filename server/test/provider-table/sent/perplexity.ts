import { parameters, schema } from '../requests.ts'
import type { SentBodies } from './sent.ts'

/** Perplexity's Agent API. */
export const agentBodies: SentBodies = {
  system: {
    body: {
      input: [
        { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
        {
          type: 'message',
          role: 'system',
          content: [
            { type: 'input_text', text: 'Use metres.' },
            { type: 'input_text', text: 'Be kind.' },
          ],
        },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { type: 'message', role: 'assistant', content: 'Hello' },
        { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Now in French.' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  assistantFirst: {
    body: {
      input: [
        { type: 'message', role: 'assistant', content: 'Hello' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'One' }] },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  twoQuestions: {
    body: {
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'One' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Two' }] },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  emptyContent: {
    body: {
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'One' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Two' }] },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  toolAuto: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      tools: [
        {
          type: 'function',
          name: 'get_weather',
          description: 'Weather',
          parameters: parameters,
          strict: false,
        },
        { type: 'web_search' },
      ],
      tool_choice: 'auto',
    },
  },
  toolNone: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      tools: [
        {
          type: 'function',
          name: 'get_weather',
          description: 'Weather',
          parameters: parameters,
          strict: false,
        },
      ],
      tool_choice: 'none',
    },
  },
  toolRequired: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      tools: [
        {
          type: 'function',
          name: 'get_weather',
          description: 'Weather',
          parameters: parameters,
          strict: false,
        },
        { type: 'web_search' },
      ],
      tool_choice: 'required',
    },
  },
  toolNamed: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      tools: [
        {
          type: 'function',
          name: 'get_weather',
          description: 'Weather',
          parameters: parameters,
          strict: false,
        },
        { type: 'web_search' },
      ],
      tool_choice: { name: 'get_weather' },
    },
  },
  toolResults: {
    body: {
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { type: 'function_call', call_id: 'call_one01', name: 'get_weather', arguments: '{"city":"Paris"}' },
        { type: 'function_call', call_id: 'call_two02', name: 'get_weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_two02', output: 'Error: no such city' },
        {
          type: 'function_call_output',
          call_id: 'call_one01',
          output: [
            { type: 'input_text', text: 'Rain' },
            { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
          ],
        },
      ],
      store: false,
      tools: [
        {
          type: 'function',
          name: 'get_weather',
          description: 'Weather',
          parameters: parameters,
          strict: false,
        },
        { type: 'web_search' },
      ],
    },
  },
  // JSON mode needs the word in the prompt.
  jsonObject: {
    body: {
      input: [
        {
          type: 'message',
          role: 'system',
          content: [{ type: 'input_text', text: 'Answer with JSON only, without any text around it.' }],
        },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
    dropped: 'text.format',
  },
  jsonSchema: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      response_format: { type: 'json_schema', json_schema: { name: 'place', schema: schema, strict: true } },
      tools: [{ type: 'web_search' }],
    },
  },
  imageUrl: {
    body: {
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image_url: 'https://images.example/a.png' },
          ],
        },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  imageTiff: {
    body: {
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_image', image_url: 'data:image/tiff;base64,SUkqAAgAAAA=' },
          ],
        },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  pdf: {
    body: {
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is it?' },
            { type: 'input_file', file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' },
          ],
        },
      ],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  stop: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      tools: [{ type: 'web_search' }],
    },
    dropped: 'stop',
  },
  stops: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      tools: [{ type: 'web_search' }],
    },
    dropped: 'stop',
  },
  limit: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      max_output_tokens: 100,
      tools: [{ type: 'web_search' }],
    },
  },
  temperature0: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      temperature: 0,
      tools: [{ type: 'web_search' }],
    },
  },
  temperature1: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      temperature: 1,
      tools: [{ type: 'web_search' }],
    },
  },
  temperature2: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      temperature: 2,
      tools: [{ type: 'web_search' }],
    },
  },
  effortNone: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      tools: [{ type: 'web_search' }],
    },
  },
  effortLow: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      reasoning: { effort: 'low' },
      tools: [{ type: 'web_search' }],
    },
  },
  effortHigh: {
    body: {
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
      reasoning: { effort: 'high' },
      tools: [{ type: 'web_search' }],
    },
  },
}
