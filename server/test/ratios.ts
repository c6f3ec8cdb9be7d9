import type { TestServer } from './test-server.ts'

/** Sets each of the ratio options to one value for all of these models. */
export async function setRatios(
  server: TestServer,
  models: readonly string[],
  options: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [key, ratio] of Object.entries(options)) {
    const value = JSON.stringify(Object.fromEntries(models.map((model) => [model, ratio])))
    await server.api('root').put('/api/option/', { key, value })
  }
}
