/** Creates the table of roles in single projects. Part of a migration: it never changes. */
export const projectRoleTables: readonly string[] = [
  `create table project_roles (
    project_id text not null references projects (id),
    user_id text not null references users (id) on delete cascade,
    role text not null,
    constraint project_roles_key primary key (project_id, user_id)
  )`,
  `create index project_roles_user on project_roles (user_id)`,
];
