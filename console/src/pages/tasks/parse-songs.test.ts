import { expect, test } from 'bun:test'
import { isEmptyResult, parsePictures, parseSongs } from './parse-songs.ts'

test('songs and lyrics are parsed, other values are ignored', () => {
  const song = {
    id: 'a',
    title: 'One',
    audio_url: 'https://x.example/a.mp3',
    metadata: { tags: 'folk', prompt: 'la' },
  }
  expect(parseSongs([song, 7, null])).toEqual([
    { id: 'a', title: 'One', tags: 'folk', audioUrl: 'https://x.example/a.mp3', videoUrl: '', text: 'la' },
  ])
  expect(parseSongs({ title: 'Sea', text: 'waves\nand more' })).toMatchObject([{ id: '0', text: 'waves\nand more' }])
  expect(parseSongs(null)).toEqual([])
  expect(parseSongs('text')).toEqual([])
})

test('unsafe addresses are dropped', () => {
  expect(parseSongs([{ audio_url: 'javascript:alert(1)', video_url: 'http://x.example' }])).toMatchObject([
    { audioUrl: '', videoUrl: '' },
  ])
  expect(parsePictures([{ url: 'https://x.example/1.png' }, { url: 'file:///etc/passwd' }, {}])).toEqual([
    'https://x.example/1.png',
  ])
})

test('an empty result cannot be viewed', () => {
  for (const data of [null, undefined, [], {}]) expect(isEmptyResult(data)).toBe(true)
  for (const data of [[{ id: 'a' }], { id: 'a' }, 'text']) expect(isEmptyResult(data)).toBe(false)
})
