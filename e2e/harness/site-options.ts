import type { TestServer } from '../../server/test/test-server.ts'

/** Writes options of the site one after another, as the super administrator. */
export async function setOptions(server: TestServer, options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) await server.api('root').put('/api/option/', { key, value })
}
