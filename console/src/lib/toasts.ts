import { useSyncExternalStore } from 'react'

interface Toast {
  kind: 'error' | 'success' | 'info' | 'warning'
  text: string
  /** How long it is shown; absent = the library's usual time. */
  seconds?: number | undefined
}

/** A dialog that only informs. */
export interface Notice {
  title: string
  text: string
  /** The text is to be copied by hand. */
  isCode?: boolean
  close: string
  isWarning?: boolean
}

export interface ToastArea {
  toast(toast: Toast): void
  notice(notice: Notice): void
}

type Shown = (area: ToastArea) => void

/** Where they are shown: one part of the page that outlives every frame, so that a message survives a navigation. */
const areas: ToastArea[] = []
/** What came while no part of the page could show it: the component library is then loaded for it. */
let waiting: readonly Shown[] = []
const listeners = new Set<() => void>()

function show(shown: Shown): void {
  const area = areas.at(-1)
  if (area !== undefined) {
    shown(area)
    return
  }
  waiting = [...waiting, shown]
  for (const listener of listeners) listener()
}

/** For any code, inside and outside React, on pages with and without the component library. */
export const toastError = (text: string): void => show((area) => area.toast({ kind: 'error', text }))
export const toastSuccess = (text: string): void => show((area) => area.toast({ kind: 'success', text }))
export const toastInfo = (text: string): void => show((area) => area.toast({ kind: 'info', text }))
export const toastWarning = (text: string, seconds?: number): void =>
  show((area) => area.toast({ kind: 'warning', text, seconds }))
/** Says why something failed, with the text of what was thrown. */
export const toastFailure = (error: unknown): void => toastError(error instanceof Error ? error.message : String(error))
export const showNotice = (notice: Notice): void => show((area) => area.notice(notice))

/** Shows everything from now on in `area`. Returns how to end it. */
export function addToastArea(area: ToastArea): () => void {
  areas.push(area)
  const missed = waiting
  waiting = []
  for (const shown of missed) shown(area)
  return () => void areas.splice(areas.indexOf(area), 1)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Whether something waits for an area. Stays true once it did. */
export function useIsAreaNeeded(): boolean {
  return useSyncExternalStore(subscribe, isNeeded)
}
let wasNeeded = false
const isNeeded = (): boolean => {
  wasNeeded ||= waiting.length > 0
  return wasNeeded
}
