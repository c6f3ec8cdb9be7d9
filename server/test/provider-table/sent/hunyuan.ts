import type { SentBodies } from './sent.ts'

/** Hunyuan, signed. */
export const hunyuanBodies: SentBodies = {
  system: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [
        { Role: 'system', Content: 'Be brief.\n\nUse metres.\nBe kind.\n\nNow in French.' },
        { Role: 'user', Content: 'Hi' },
        { Role: 'assistant', Content: 'Hello' },
        { Role: 'user', Content: 'And now?' },
      ],
      Stream: false,
    },
  },
  assistantFirst: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [
        { Role: 'user', Content: '...' },
        { Role: 'assistant', Content: 'Hello' },
        { Role: 'user', Content: 'One' },
      ],
      Stream: false,
    },
  },
  twoQuestions: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'One\nTwo' }],
      Stream: false,
    },
  },
  emptyContent: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [
        { Role: 'user', Content: 'One' },
        { Role: 'assistant', Content: '' },
        { Role: 'user', Content: 'Two' },
      ],
      Stream: false,
    },
  },
  toolAuto: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Tools: [
        {
          Type: 'function',
          Function: {
            Name: 'get_weather',
            Description: 'Weather',
            Parameters: '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}',
          },
        },
      ],
      ToolChoice: 'auto',
    },
  },
  toolNone: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Tools: [
        {
          Type: 'function',
          Function: {
            Name: 'get_weather',
            Description: 'Weather',
            Parameters: '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}',
          },
        },
      ],
      ToolChoice: 'none',
    },
  },
  toolRequired: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Tools: [
        {
          Type: 'function',
          Function: {
            Name: 'get_weather',
            Description: 'Weather',
            Parameters: '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}',
          },
        },
      ],
      ToolChoice: 'auto',
    },
    dropped: 'tool_choice',
  },
  toolNamed: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Tools: [
        {
          Type: 'function',
          Function: {
            Name: 'get_weather',
            Description: 'Weather',
            Parameters: '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}',
          },
        },
      ],
      ToolChoice: 'custom',
      CustomTool: {
        Type: 'function',
        Function: {
          Name: 'get_weather',
          Description: 'Weather',
          Parameters: '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}',
        },
      },
    },
  },
  toolResults: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [
        { Role: 'user', Content: 'Hi' },
        {
          Role: 'assistant',
          Content: '',
          ToolCalls: [
            {
              Id: 'call_one01',
              Type: 'function',
              Function: { Name: 'get_weather', Arguments: '{"city":"Paris"}' },
            },
            { Id: 'call_two02', Type: 'function', Function: { Name: 'get_weather', Arguments: '{}' } },
          ],
        },
        { Role: 'tool', ToolCallId: 'call_two02', Content: 'Error: no such city' },
        { Role: 'tool', ToolCallId: 'call_one01', Content: 'Rain' },
        {
          Role: 'user',
          Contents: [{ Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,iVBORw0KGgo=' } }],
        },
      ],
      Stream: false,
      Tools: [
        {
          Type: 'function',
          Function: {
            Name: 'get_weather',
            Description: 'Weather',
            Parameters: '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}',
          },
        },
      ],
    },
  },
  jsonObject: {
    body: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: 'Hi' }], Stream: false },
    dropped: 'response_format',
  },
  jsonSchema: {
    body: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: 'Hi' }], Stream: false },
    dropped: 'response_format',
  },
  imageUrl: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [
        {
          Role: 'user',
          Contents: [
            { Type: 'text', Text: 'What is it?' },
            { Type: 'image_url', ImageUrl: { Url: 'https://images.example/a.png' } },
          ],
        },
      ],
      Stream: false,
    },
  },
  imageTiff: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [
        {
          Role: 'user',
          Contents: [
            { Type: 'text', Text: 'What is it?' },
            { Type: 'image_url', ImageUrl: { Url: 'data:image/tiff;base64,SUkqAAgAAAA=' } },
          ],
        },
      ],
      Stream: false,
    },
  },
  pdf: { refused: 'messages.0 contains a document, which cannot be sent to the provider of this model.' },
  stop: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Stop: ['END'],
    },
  },
  stops: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Stop: ['a', 'b', 'c', 'd', 'e', 'f'],
    },
  },
  limit: {
    body: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: 'Hi' }], Stream: false },
    dropped: 'max_tokens',
  },
  temperature0: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Temperature: 0,
    },
  },
  temperature1: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Temperature: 1,
    },
  },
  temperature2: {
    body: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Hi' }],
      Stream: false,
      Temperature: 2,
    },
  },
  effortNone: {
    body: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: 'Hi' }], Stream: false },
  },
  effortLow: {
    body: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: 'Hi' }], Stream: false },
    dropped: 'reasoning_effort',
  },
  effortHigh: {
    body: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: 'Hi' }], Stream: false },
    dropped: 'reasoning_effort',
  },
}
