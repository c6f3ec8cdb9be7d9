import { hostname } from 'node:os'

/** The name of this process: the host, and the process on it. */
export const nodeName = `${hostname()}:${process.pid}`
