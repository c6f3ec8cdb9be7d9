import { expect, test } from 'bun:test'
import { type Following, followScroll } from './follow-end.ts'

const clientHeight = 500
const place = (top: number, height: number) => ({ top, height, clientHeight })
const following: Following = { isFollowing: true, top: 1_500 }
const away: Following = { isFollowing: false, top: 700 }

test('content that grows before the event of the view’s own scroll does not end following', () => {
  // The view scrolled to the end of 2 000 px; 900 px were added before the event.
  expect(followScroll(following, place(1_500, 2_900))).toEqual({ isFollowing: true, top: 1_500 })
  expect(followScroll(following, place(1_800, 2_900))).toEqual({ isFollowing: true, top: 1_800 })
})

test('a reader who scrolls up stops following, however short the way', () => {
  expect(followScroll(following, place(1_480, 2_000))).toEqual({ isFollowing: false, top: 1_480 })
  expect(followScroll(following, place(0, 2_900))).toEqual({ isFollowing: false, top: 0 })
  const slow = [1_499, 1_498, 1_497, 1_496, 1_496].map((top) => place(top, 2_000))
  expect(slow.reduce(followScroll, following)).toEqual({ isFollowing: false, top: 1_496 })
})

test('the view of a reader who scrolled away stays in place while the content grows, even after scrolling down', () => {
  expect(followScroll(away, place(700, 2_900)).isFollowing).toBe(false)
  expect(followScroll(away, place(1_200, 2_000)).isFollowing).toBe(false)
})

test('a reader who comes near the end follows it again', () => {
  expect(followScroll(away, place(1_460, 2_000))).toEqual({ isFollowing: true, top: 1_460 })
})

test('content that shrinks moves the view up, and the view still follows', () => {
  expect(followScroll(following, place(1_300, 1_800))).toEqual({ isFollowing: true, top: 1_300 })
  expect(followScroll(following, place(0, 300))).toEqual({ isFollowing: true, top: 0 })
  expect(followScroll(away, place(300, 800)).isFollowing).toBe(true)
})

test('rounded positions do not end following', () => {
  expect(followScroll(following, place(1_499.3, 2_400)).isFollowing).toBe(true)
})
