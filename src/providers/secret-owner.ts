/** Owner of secrets that all models of a project share; otherwise the owner is a model's id. */
export const projectOwner = "project";
