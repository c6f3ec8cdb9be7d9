/** Quotes `text` so that a shell reads it unchanged. */
export const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The first model that can be called by its name: `gpt-4-gizmo-*` is a wildcard. */
export const exampleModel = (models: readonly string[]): string =>
  models.find((model) => !model.includes('*')) ?? 'gpt-4o-mini'

/** A call to paste into a terminal. */
export function buildCurlExample({ baseUrl, key, model }: { baseUrl: string; key: string; model: string }) {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
  return [
    `curl ${baseUrl}/chat/completions \\`,
    `  -H ${shellText(`Authorization: Bearer ${key}`)} \\`,
    `  -H ${shellText('Content-Type: application/json')} \\`,
    `  -d ${shellText(body)}`,
  ].join('\n')
}

export const baseUrlOf = (serverAddress: string, origin: string): string =>
  `${(serverAddress || origin).replace(/\/+$/, '')}/v1`
