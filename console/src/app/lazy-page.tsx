import { type ComponentType, type ReactNode, use } from 'react'
import { ChunkError, isChunkError } from './new-build.ts'

/** A page or frame whose code is loaded when it is first shown, or before. */
export type LazyPage<P extends object = object> = Draw<P> & { preload(): Promise<void> }

type Draw<P> = (props: P) => ReactNode

/**
 * The component `name` of a module. One that is loaded is drawn at once, without a moment of waiting. One that is
 * missing is an error of this build, not a reload: without a network the reload would replace the console with the
 * browser's error page.
 */
export function lazyPage<N extends string, P extends object = object>(
  // Without the type of what is drawn: it is inferred from links, whose types come from the routes, and so from here.
  load: () => Promise<Record<NoInfer<N>, (props: P) => void>>,
  name: N,
): LazyPage<P> {
  let loading: Promise<void> | undefined
  let loaded: Draw<P> | undefined
  let failure: unknown
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (module) => {
        // Its result is what React draws: `load` leaves that type out.
        loaded = module[name] as Draw<P>
        failure = undefined
      },
      (error: unknown) => {
        // Loaded again with the next attempt.
        loading = undefined
        failure = isChunkError(error) ? new ChunkError(String(error), { cause: error }) : error
      },
    )
    return loading
  }
  function Page(props: P) {
    if (failure !== undefined) throw failure
    if (loaded === undefined) use(preload())
    const Loaded: ComponentType<P> | undefined = loaded
    return Loaded !== undefined && <Loaded {...props} />
  }
  return Object.assign(Page, { preload })
}
