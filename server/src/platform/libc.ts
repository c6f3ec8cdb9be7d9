import { dlopen, type FFIFunction, type Library } from 'bun:ffi'

const names: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`],
  darwin: ['libSystem.B.dylib'],
}

/** C library functions that the runtime does not offer; null where the library cannot be opened. */
export function openLibc<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions>['symbols'] | null {
  for (const name of names[process.platform] ?? []) {
    try {
      return dlopen(name, functions).symbols
    } catch {
      // Another C library, or none: try the next name.
    }
  }
  return null
}
