import { expect, test } from 'bun:test'
import { mediaAddresses, withMedia } from './media-addresses.ts'

const at = (url: string) => ({ type: 'url', url })
const [picture, page, note] = ['https://a/p.png', 'https://a/d.pdf', 'http://a/n.txt']
const base64 = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
const messages = [
  { role: 'user', content: 'plain' },
  {
    role: 'user',
    content: [
      { type: 'text', text: picture },
      { type: 'image', source: at(picture), cache_control: { type: 'ephemeral' } },
      { type: 'document', title: 'D', source: at(page) },
      base64,
      { type: 'document', source: { type: 'file', file_id: 'f1' } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 't', content: [{ type: 'document', source: at(note) }] },
      { type: 'tool_result', tool_use_id: 'u', content: 'done' },
    ],
  },
]

test('media at addresses is found, in results of tools too', () => {
  expect(mediaAddresses({ messages })).toEqual([picture, page, note])
  for (const malformed of [undefined, null, 'text', [null, 7, { content: [null, 'x', { type: 'image' }] }]])
    expect(mediaAddresses({ messages: malformed })).toEqual([])
})

test('fetched media takes the place of its address, and everything else stays', () => {
  const fetched = new Map([
    [picture, 'data:image/png;base64,iVBO'],
    [page, 'data:application/pdf;base64,JVBE'],
    [note, 'data:text/plain;charset=utf-8;base64,5rWB'],
  ])
  expect(withMedia(messages, fetched)).toEqual([
    messages[0],
    {
      role: 'user',
      content: [
        { type: 'text', text: picture },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: 'iVBO' },
          cache_control: { type: 'ephemeral' },
        },
        {
          type: 'document',
          title: 'D',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
        },
        base64,
        { type: 'document', source: { type: 'file', file_id: 'f1' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: '流' } }],
        },
        { type: 'tool_result', tool_use_id: 'u', content: 'done' },
      ],
    },
  ])
})
