import { pixel } from '../pixel.ts'
import type { Library } from '../program.ts'
import type { AnsweredCall } from '../scripted-upstream.ts'

/** What a passing script cannot check: the picture and the answer's form, as the upstream received them. */
const checkArrivals = (calls: AnsweredCall[]): string[] => {
  const missing = (task: string, mark: string) =>
    calls.filter((call) => call.task === task && !call.request.body.includes(mark))
  return [
    ...missing('task-picture', pixel.slice(0, 40)).map(
      ({ request }) => `no picture: ${request.body.slice(0, 1_000)}`,
    ),
    ...missing('task-form', '"open"').map(({ request }) => `no form: ${request.body.slice(0, 1_000)}`),
  ]
}

const library = (more: Omit<Library, 'kind' | 'judge'>): Library => ({
  kind: 'library',
  judge: checkArrivals,
  ...more,
})

export const libraries: readonly Library[] = [
  library({
    ...{ id: 'openai-js', name: 'OpenAI SDK for JavaScript', registry: 'npm', script: 'openai-js.mjs' },
    packages: ['openai@7.57.0', 'zod@4.6.7'],
  }),
  library({
    ...{
      id: 'anthropic-js',
      name: 'Anthropic SDK for JavaScript',
      registry: 'npm',
      script: 'anthropic-js.mjs',
    },
    packages: ['@anthropic-ai/sdk@1.12.0', 'zod@4.6.7'],
  }),
  library({
    ...{
      id: 'google-genai-js',
      name: 'Google Gen AI SDK for JavaScript',
      registry: 'npm',
      script: 'google-genai-js.mjs',
    },
    packages: ['@google/genai@3.1.0'],
  }),
  library({
    ...{ id: 'ai-sdk', name: 'AI SDK', registry: 'npm', script: 'ai-sdk.mjs' },
    packages: [
      'ai@7.0.173',
      '@ai-sdk/openai@4.0.118',
      '@ai-sdk/anthropic@4.0.105',
      '@ai-sdk/google@4.0.121',
      'zod@4.6.7',
    ],
  }),
  library({
    ...{ id: 'openai-python', name: 'OpenAI SDK for Python', registry: 'PyPI', script: 'openai_sdk.py' },
    packages: ['openai==3.54.0'],
  }),
  library({
    ...{
      id: 'anthropic-python',
      name: 'Anthropic SDK for Python',
      registry: 'PyPI',
      script: 'anthropic_sdk.py',
    },
    packages: ['anthropic==2.12.0'],
  }),
  library({
    ...{ id: 'google-genai-python', name: 'Google Gen AI SDK for Python', registry: 'PyPI' },
    script: 'google_sdk.py',
    packages: ['google-genai==3.4.0'],
  }),
  library({
    ...{ id: 'langchain', name: 'LangChain', registry: 'PyPI', script: 'langchain_libraries.py' },
    packages: ['langchain==1.4.7', 'langchain-openai==1.7.3', 'langchain-anthropic==1.7.7'],
  }),
  library({
    ...{ id: 'litellm', name: 'LiteLLM', registry: 'PyPI', script: 'litellm_library.py' },
    packages: ['litellm==1.106.2', 'mcp==2.3.0'],
    environment: () => ({ LITELLM_LOCAL_MODEL_COST_MAP: 'True' }),
  }),
  library({
    ...{ id: 'pydantic-ai', name: 'Pydantic AI', registry: 'PyPI', script: 'pydantic_ai_library.py' },
    packages: ['pydantic-ai-slim[openai,anthropic,google]==2.68.0'],
  }),
  library({
    ...{ id: 'instructor', name: 'Instructor', registry: 'PyPI', script: 'instructor_library.py' },
    packages: ['instructor==1.17.0', 'anthropic==2.12.0'],
  }),
  {
    ...{ kind: 'library', id: 'newapi-python', name: 'newapi-python', registry: 'PyPI', manages: true },
    script: 'newapi_library.py',
    packages: ['newapi-python==0.3.0'],
  },
  {
    ...{ kind: 'library', id: 'newapi-mcp', name: 'newapi-mcp', registry: 'PyPI', manages: true },
    script: 'newapi_mcp_server.py',
    packages: ['newapi-mcp==0.1.0', 'mcp==1.30.0'],
  },
  {
    ...{ kind: 'library', id: 'one-api-cli', name: 'one-api-cli', registry: 'PyPI', manages: true },
    script: 'one_api_library.py',
    packages: ['one-api-cli==1.0.0'],
  },
]
