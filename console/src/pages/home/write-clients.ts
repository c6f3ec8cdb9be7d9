export const homeClients = ['curl', 'python', 'typescript', 'claudeCode'] as const
export type HomeClient = (typeof homeClients)[number]

interface Place {
  /** The address of the site, without `/v1`. */
  site: string
  model: string
}

/** The lines of a first call from each client. `$API_KEY` stands for the key. */
export const writeClient = (client: HomeClient, place: Place): string[] => writers[client](place)

const writers: Readonly<Record<HomeClient, (place: Place) => string[]>> = {
  curl: ({ site, model }) => [
    `curl ${site}/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"model": "${model}",`,
    '       "messages": [{"role": "user", "content": "Hello"}]}\'',
  ],
  python: ({ site, model }) => [
    'from openai import OpenAI',
    '',
    'client = OpenAI(',
    `    base_url="${site}/v1",`,
    '    api_key=API_KEY,',
    ')',
    'answer = client.chat.completions.create(',
    `    model="${model}",`,
    '    messages=[{"role": "user", "content": "Hello"}],',
    ')',
  ],
  typescript: ({ site, model }) => [
    "import OpenAI from 'openai'",
    '',
    'const client = new OpenAI({',
    `  baseURL: '${site}/v1',`,
    '  apiKey,',
    '})',
    'const answer = await client.chat.completions.create({',
    `  model: '${model}',`,
    "  messages: [{ role: 'user', content: 'Hello' }],",
    '})',
  ],
  claudeCode: ({ site, model }) => [
    `export ANTHROPIC_BASE_URL=${site}`,
    'export ANTHROPIC_AUTH_TOKEN=$API_KEY',
    `export ANTHROPIC_MODEL=${model}`,
    '',
    'claude',
  ],
}
