import { expect, test } from 'bun:test'
import { Glob } from 'bun'

// A failed query has no data, and a default value would make the failure look like an empty result.

/** Queries that may have a default, because no page shows their result as a list or a choice. */
const allowedDefaults: Record<string, string> = {
  'components/markdown.tsx': 'sanitises a text that has already been loaded',
  'app/shell/notice-button.tsx': 'shows nothing without an announcement',
  'pages/channels/channels-page.tsx': 'marks channels that fail; without it none is marked',
  'pages/dashboard/getting-started.tsx': 'puts a model into an example',
  'pages/personal-settings/account/use-owner-first.tsx': 'asks for a proof when the login is not known to be recent',
  'pages/settings/operation/group-models-card.tsx': 'completes a name that is typed',
  'pages/settings/operation/groups-card.tsx': 'shows no counts; the server still refuses to remove a group in use',
  'pages/settings/group-numbers-table.tsx': 'completes a name that is typed',
  'pages/tasks/tasks-page.tsx': 'counts the open tasks beside a list that has its own error',
  'pages/settings/ratelimit/limit-table-card.tsx': 'completes a name that is typed',
  'pages/users/message-dialog.tsx': 'shows the first figures until newer ones are there',
}

const queryWithDefault = /const \{[^}]*\bdata(: \w+)? = [^;]*?\} = useQuery\(/g

test('no page shows a failed load as an empty result', async () => {
  const root = `${import.meta.dir}/..`
  const found: string[] = []
  for await (const file of new Glob('**/*.{ts,tsx}').scan(root)) {
    if (file.includes('.test.')) continue
    const text = await Bun.file(`${root}/${file}`).text()
    if (text.match(queryWithDefault)?.some((query) => !/\berror\b/.test(query))) found.push(file)
  }
  expect(found.sort()).toEqual(Object.keys(allowedDefaults).sort())
})
