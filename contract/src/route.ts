import { z } from 'zod'
import type { PagedList } from './envelope.ts'
import type { ErrorCode } from './error-codes.ts'
import type { InvalidCode } from './error-params.ts'

/**
 * Who may call a route of the management API.
 * `public`: anyone. `session`: anyone, and a signed-in caller is recognised. `user`, `admin`, `root`: a caller
 * of at least that role, by session or system access token. `key`: callers with an API key, from pages of any origin.
 */
export type RouteAccess = 'public' | 'session' | 'key' | 'user' | 'admin' | 'root'

export interface RouteEntry {
  access: RouteAccess
  /**
   * A secret can be guessed here: these routes share one strict limit for each address, and accept only small bodies.
   */
  critical?: true
  /** A GET that changes something: treated like a write. */
  effect?: true
  /** Writes that a demonstration site still accepts, and searches by POST. */
  inDemo?: true
}

interface OtherAnswer {
  description: string
  /** The media type; absent = no body. */
  file?: string
}

/** The declaration of a route. At most one of `data`, `items`, `whole`, `file` and `redirect` describes its answer. */
export interface RouteDeclaration extends RouteEntry {
  /** One line for the documentation. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The media type of a body that the route reads itself. */
  bodyType?: string
  /** `data` of the envelope. Without it the answer has no `data`. */
  data?: z.ZodType
  /** An item of a list that older clients receive as an array, with `total`, `page` and `page_size` beside it. */
  items?: z.ZodType
  /** Further fields of the object that newer clients receive instead of that array. */
  pageFields?: z.ZodObject
  /** Fields beside `data`. A refusal may omit them. */
  beside?: z.ZodObject
  /** A JSON answer without the envelope. */
  whole?: z.ZodType
  /** The handler returns the text of the envelope itself: it is built once for many calls. */
  encoded?: true
  /** The media type of a file or a page. */
  file?: string
  /** The answer redirects the browser to another address. */
  redirect?: true
  /** Answers with another status, in addition to those of errors. */
  others?: Readonly<Record<number, OtherAnswer>>
  /**
   * The form of errors of status 200 in the input or the handler; the envelope by default. `wallet`: `WalletRefusal`,
   * which is a part of `whole`.
   */
  refusalForm?: 'wallet'
  /** The error of an input that does not match its schema; `invalid_parameters` by default. */
  invalid?: InvalidCode
  /** The largest body in bytes, if it differs from the general limit. */
  bodyBytesMax?: number
  /** The errors of the route itself, in addition to those of its access and its input. */
  errors?: readonly ErrorCode[]
}

type Input = 'params' | 'query' | 'body'
type SchemaOf<D, I extends Input> = D extends Readonly<Record<I, infer S extends z.ZodType>> ? S : z.ZodUndefined

/** A declared route: an input that it does not accept has the schema `nothing`. */
export type Route<D extends RouteDeclaration> = Omit<D, Input> & { readonly [I in Input]: SchemaOf<D, I> }
export type AnyRoute = RouteDeclaration & Record<Input, z.ZodType>

/** The schema of an input that a route does not accept. */
const nothing = z.undefined()

/** Whether a route accepts the input with this schema. */
export const takes = (schema: z.ZodType): boolean => schema !== nothing

/** Declares a route. The cast is needed because a spread does not keep which inputs are given. */
export const route = <const D extends RouteDeclaration>(declaration: D): Route<D> =>
  ({ params: nothing, query: nothing, body: nothing, ...declaration }) as unknown as Route<D>

/** Fields beside a list whose `data` is an array. */
export const listFigures = z.object({
  total: z.number(),
  total_max: z.number().optional(),
  page: z.number(),
  page_size: z.number(),
})

type OptionalIfUndefined<T> = undefined extends T ? { data?: T } : { data: T }
type Data<R> = R extends { data: infer S extends z.ZodType }
  ? OptionalIfUndefined<z.output<S>>
  : R extends { items: infer S extends z.ZodType }
    ? ({ data: z.output<S>[] } & z.output<typeof listFigures>) | { data: PagedList<z.output<S>> }
    : unknown
type Beside<R> = R extends { beside: infer S extends z.ZodObject } ? z.output<S> : unknown

/** The fields of a successful answer besides `success` and `message`, or a whole answer without an envelope. */
export type AnswerOf<R> = R extends { whole: infer S extends z.ZodType } ? z.output<S> : Data<R> & Beside<R>

/** The refusals of a route that are returned instead of thrown. */
export type RefusalOf<R> = { success: false; message: string; code?: ErrorCode } & Partial<Beside<R>>

/** Values for an address: numbers and booleans become text. */
type AddressValue<T> = unknown extends T ? string | number | boolean : string extends T ? T | number | boolean : T
type AddressValues<S extends z.ZodType> = { [N in keyof z.input<S>]: AddressValue<z.input<S>[N]> }

/** A body as callers pass it: lists may be read-only. */
type ReadonlyInput<T> = T extends readonly (infer U)[]
  ? readonly ReadonlyInput<U>[]
  : T extends object
    ? { [K in keyof T]: ReadonlyInput<T[K]> }
    : T

type Given<N extends string, S extends z.ZodType, V> = S extends z.ZodUndefined
  ? { [K in N]?: undefined }
  : Record<never, never> extends V
    ? { [K in N]?: V }
    : { [K in N]: V }

/** The input of a caller. */
export type InputOf<R> =
  R extends Record<Input, z.ZodType>
    ? Given<'params', R['params'], AddressValues<R['params']>> &
        Given<'query', R['query'], AddressValues<R['query']>> &
        Given<'body', R['body'], ReadonlyInput<z.input<R['body']>>>
    : never

/** `data` of an answer; undefined if there is none. */
export type DataOf<R> = R extends unknown
  ? AnswerOf<R> extends infer A
    ? 'data' extends keyof A
      ? A['data']
      : undefined
    : never
  : never

/** An item of a list in either form; never for an answer that is not a list. */
export type ItemOf<R> = R extends { items: infer S extends z.ZodType }
  ? z.output<S>
  : R extends { data: infer S extends z.ZodType }
    ? z.output<S> extends PagedList<infer T>
      ? T
      : never
    : never

/** Parameters of routes that end in `/:id`. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: 999_999_999_999_999 }),
})
