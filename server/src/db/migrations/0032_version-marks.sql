-- True of what is there, which 0027 marked; false of what a process of the former release saves from now on.
ALTER TABLE "design_versions" ADD COLUMN "marks_earlier" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "design_versions" ALTER COLUMN "marks_earlier" SET DEFAULT false;
