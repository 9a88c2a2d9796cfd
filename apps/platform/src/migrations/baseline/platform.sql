-- Lookups that all accounts share, and the settings of the installation.

grant usage on schema public to desk_app, desk_system;
alter default privileges in schema public grant select, insert, update, delete on tables to desk_app, desk_system;
alter default privileges in schema public grant usage, select on sequences to desk_app, desk_system;

create table platform_code (
  type_code int not null,
  pm_code int not null,
  pm_code_name text not null,
  sort_order int not null default 0,
  primary key (type_code, pm_code)
);

create table time_zone (
  code int primary key,
  iana_name text not null,
  label text not null
);

create table country (
  country_id int primary key,
  iso2 text not null unique,
  name text not null,
  auto_source_eligible boolean not null default false
);

create table language (
  language_id int primary key,
  iso text not null unique,
  name text not null
);

create table country_language (
  country_id int not null references country,
  language_id int not null references language,
  primary key (country_id, language_id)
);

-- one row, once a super admin has stored it
create table platform_settings (
  platform_id int default 1 primary key check (platform_id = 1),
  settings jsonb not null,
  version int not null
);

-- the ids of the installation's reports
create table embed_settings (
  embed_settings_id int default 1 primary key check (embed_settings_id = 1),
  settings jsonb not null,
  version int not null
);

revoke insert, update, delete on platform_code, time_zone, country, language, country_language from desk_app;
revoke all on platform_settings, embed_settings from desk_app;
