import { parameters, schema } from '../requests.ts'
import type { SentBodies } from './sent.ts'

/** Gemini, at Google and on Vertex. */
export const geminiBodies: SentBodies = {
  system: {
    body: {
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'Hello' }] },
        { role: 'user', parts: [{ text: 'And now?' }] },
      ],
      systemInstruction: {
        parts: [{ text: 'Be brief.' }, { text: 'Use metres.' }, { text: 'Be kind.' }, { text: 'Now in French.' }],
      },
    },
  },
  assistantFirst: {
    body: {
      contents: [
        { role: 'user', parts: [{ text: '...' }] },
        { role: 'model', parts: [{ text: 'Hello' }] },
        { role: 'user', parts: [{ text: 'One' }] },
      ],
    },
  },
  twoQuestions: { body: { contents: [{ role: 'user', parts: [{ text: 'One' }, { text: 'Two' }] }] } },
  emptyContent: { body: { contents: [{ role: 'user', parts: [{ text: 'One' }, { text: 'Two' }] }] } },
  toolAuto: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      tools: [
        {
          functionDeclarations: [{ name: 'get_weather', description: 'Weather', parametersJsonSchema: parameters }],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    },
  },
  toolNone: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      tools: [
        {
          functionDeclarations: [{ name: 'get_weather', description: 'Weather', parametersJsonSchema: parameters }],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    },
  },
  toolRequired: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      tools: [
        {
          functionDeclarations: [{ name: 'get_weather', description: 'Weather', parametersJsonSchema: parameters }],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    },
  },
  toolNamed: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      tools: [
        {
          functionDeclarations: [{ name: 'get_weather', description: 'Weather', parametersJsonSchema: parameters }],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] } },
    },
  },
  toolResults: {
    body: {
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        {
          role: 'model',
          parts: [
            {
              functionCall: { id: 'call_one01', name: 'get_weather', args: { city: 'Paris' } },
              thoughtSignature: 'skip_thought_signature_validator',
            },
            { functionCall: { id: 'call_two02', name: 'get_weather', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id: 'call_one01',
                name: 'get_weather',
                response: { result: 'Rain' },
                parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
              },
            },
            {
              functionResponse: {
                id: 'call_two02',
                name: 'get_weather',
                response: { result: 'Error: no such city' },
              },
            },
          ],
        },
      ],
      tools: [
        {
          functionDeclarations: [{ name: 'get_weather', description: 'Weather', parametersJsonSchema: parameters }],
        },
      ],
    },
  },
  jsonObject: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { responseMimeType: 'application/json' },
    },
  },
  jsonSchema: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    },
  },
  imageUrl: {
    body: {
      contents: [
        {
          role: 'user',
          parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
        },
      ],
    },
  },
  imageTiff: {
    body: {
      contents: [
        {
          role: 'user',
          parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'image/tiff', data: 'SUkqAAgAAAA=' } }],
        },
      ],
    },
  },
  pdf: {
    body: {
      contents: [
        {
          role: 'user',
          parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } }],
        },
      ],
    },
  },
  stop: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { stopSequences: ['END'] },
    },
  },
  stops: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { stopSequences: ['a', 'b', 'c', 'd', 'e'] },
    },
    dropped: 'stop',
  },
  limit: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { maxOutputTokens: 100 },
    },
  },
  temperature0: { body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }, dropped: 'temperature' },
  temperature1: { body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] } },
  temperature2: { body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }, dropped: 'temperature' },
  effortNone: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { thinkingConfig: { thinkingLevel: 'low' } },
    },
  },
  effortLow: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { thinkingConfig: { thinkingLevel: 'low', includeThoughts: true } },
    },
  },
  effortHigh: {
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { thinkingConfig: { thinkingLevel: 'high', includeThoughts: true } },
    },
  },
}
