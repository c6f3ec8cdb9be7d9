import type { ReactNode } from 'react'
import { Library } from '../library.tsx'
import { PublicFrame } from './shell.tsx'

/** Public pages whose forms are those of the component library. */
export const FormFrame = ({ children }: { children: ReactNode }) => (
  <Library>
    <PublicFrame>{children}</PublicFrame>
  </Library>
)
