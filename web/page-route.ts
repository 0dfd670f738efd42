import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import type { Capability } from '#worker/domain/rights.ts'
import { loadChunk } from './lib/load-chunk.ts'
import { allowed, onlyFor } from './shell/guards.tsx'
import type { PageHandle } from './shell/page-handle.ts'

type PageModule<Name extends string> = Record<Name, ComponentType> & {
  loader?: LoaderFunction
  shouldRevalidate?: ShouldRevalidateFunction
}

type PageOptions = PageHandle & {
  /** What a user must be able to do to open the page; by default nothing. */
  needs?: Capability
}

/** A lazily loaded page: its component and, if it exports one, its loader. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<PageModule<Name>>,
  name: Name,
  { needs, ...handle }: PageOptions,
): RouteObject {
  const lazy = async () => {
    const { [name]: Component, loader, shouldRevalidate } = await loadChunk(load)
    return {
      Component: needs ? allowed(needs, Component) : Component,
      ...(loader && { loader: needs ? onlyFor(needs, loader) : loader }),
      ...(shouldRevalidate && { shouldRevalidate }),
    }
  }
  return { path, lazy, handle }
}
