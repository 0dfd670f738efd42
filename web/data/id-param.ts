/** The parameters of a path with `:id`. */
export const idParam = (id: number) => ({ param: { id: String(id) } })
