#include "trainer-bridge/student.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/folder.h"
#include "support/small_data.h"

using namespace zymurgy;
using namespace zymurgy::trainer;
using test::small_data;
using test::small_shape;

TEST_CASE("a student is read as it was written; weights that are no numbers are refused") {
  const test::Folder folder;
  const std::string path = folder.file("one.student");
  Shape shape = small_shape();
  shape.sizes = {32, 96, 64};  // each its own
  Student student = Student::fresh(shape, 1);
  REQUIRE(student.write(path));
  const auto read = Student::read(path);
  REQUIRE(read);
  CHECK(read->shape.sizes == shape.sizes);
  CHECK(read->shape.plies == shape.plies);
  CHECK(read->weights == student.weights);
  for (const float wrong : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    student.weights[7] = wrong;
    REQUIRE(student.write(path));
    CHECK(Student::read(path).error().message == path + ": weight 7 is not a finite number");
  }
}

TEST_CASE("where data has no groups a student is made to say nothing") {
  // A few games judge no endgames, and so learn nothing of the first bucket.
  Student student = Student::fresh(small_shape(), 1);
  const Student before = student;
  zero_unlearned_heads(student, small_data().data);
  const auto heads = [&](const Student& of, int bucket) {
    return std::vector<float>(
        of.weights.begin() + static_cast<std::ptrdiff_t>(of.shape.head_at(bucket)),
        of.weights.begin() + static_cast<std::ptrdiff_t>(of.shape.head_at(bucket + 1)));
  };
  CHECK(std::ranges::all_of(heads(student, 0), [](float x) { return x == 0; }));
  for (int bucket = 1; bucket < nnue::kBuckets; ++bucket)
    CHECK(heads(student, bucket) == heads(before, bucket));
}
